import { dirname } from "node:path";
import { isInside } from "@agent-sandbox/core";

/** What no directory of hooks holds; all of them real. */
export interface KeptApart {
  readonly workspace: string;
  readonly gitDirectories: readonly string[];
  readonly homes: readonly string[];
}

/**
 * Pure: why a real directory is more than one of hooks, so that a sandbox which sees it would see
 * what is none of its business; undefined where it may be mounted.
 */
export function moreThanHooks(
  directory: string,
  { workspace, gitDirectories, homes }: KeptApart,
): string | undefined {
  const holds = (path: string) => isInside(directory, path);
  if (dirname(directory) === "/") return "it is at the top of the file system";
  if (/^\/home\/[^/]+$/.test(directory) || homes.some(holds)) return "it holds a home directory";
  if (holds(workspace)) return "it holds the workspace";
  if (gitDirectories.some(holds)) return "it holds the repository's git directory";
  return undefined;
}
