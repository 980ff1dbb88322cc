import { readJsonFile } from "../state/json-file.ts";
import { parseRecord } from "./record.ts";
import { recordFile } from "./record-file.ts";

/**
 * The paths, relative to the workspace, where placeholders of ours may stand. A plan counts them as
 * absent: they can be taken away between the plan and the start that it is for.
 */
export async function heldPaths(
  stateDir: string,
  workspaceHash: string,
): Promise<ReadonlySet<string>> {
  const record = parseRecord(await readJsonFile(recordFile(stateDir, workspaceHash)));
  return new Set(record?.entries.map(({ segments }) => segments.join("/")));
}
