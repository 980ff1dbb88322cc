import { recordFile } from "./record-file.ts";
import { readRecord } from "./stored-record.ts";

/**
 * The paths, relative to the workspace, where placeholders of ours may stand. A plan counts them as
 * absent: they can be taken away between the plan and the start that it is for.
 */
export function heldPaths(stateDir: string, workspaceHash: string): ReadonlySet<string> {
  const record = readRecord(recordFile(stateDir, workspaceHash));
  return new Set(record?.entries.map(({ segments }) => segments.join("/")));
}
