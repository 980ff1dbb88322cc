import type { LogRow } from "./log-row.ts";

/** Which rows are wanted; a part that is undefined takes all. */
export interface LogFilter {
  /** The workspace's path. */
  readonly workspace: string | undefined;
  readonly blockedOnly: boolean;
  readonly agent: string | undefined;
  readonly branch: string | undefined;
  readonly operation: string | undefined;
  readonly since: Date | undefined;
}

export function isWanted(row: LogRow, filter: LogFilter): boolean {
  return (
    isSame(row.workspace, filter.workspace) &&
    isSame(row.agent, filter.agent) &&
    isSame(row.branch, filter.branch) &&
    isSame(row.operation, filter.operation) &&
    (!filter.blockedOnly || row.result === "blocked") &&
    (filter.since === undefined || row.time >= filter.since)
  );
}

function isSame(value: string, wanted: string | undefined): boolean {
  return wanted === undefined || value === wanted;
}
