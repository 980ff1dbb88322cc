import type { HoldRequest } from "@agent-sandbox/core";
import { mergeEntries, toEntry } from "./record.ts";
import { recordFile } from "./record-file.ts";
import { readRecord } from "./stored-record.ts";

/** A record that somebody else is to write before they make what it says. */
export interface RecordAhead {
  readonly file: string;
  readonly content: string;
}

/**
 * The record that `hold` would write, for commands that people paste: nothing is written here, since
 * they may never do so. It keeps what is on record already.
 */
export function recordAhead(
  stateDir: string,
  { workspaceHash, workspacePath, placeholders }: Omit<HoldRequest, "user">,
): RecordAhead {
  const file = recordFile(stateDir, workspaceHash);
  const earlier = readRecord(file)?.entries ?? [];
  const entries = mergeEntries(
    earlier,
    placeholders.map((placeholder) => toEntry(workspacePath, placeholder)),
  );
  return { file, content: JSON.stringify({ workspacePath, entries, pasted: true }) };
}
