import type { HoldRequest, PlaceholderHolder } from "@agent-sandbox/core";
import { isAbsent } from "./hold-entry.ts";
import { isHeld, withHolder, withoutHolder } from "./holders.ts";
import { mergeEntries, type PlaceholderEntry, type PlaceholderRecord, toEntry } from "./record.ts";
import { readRecord } from "./stored-record.ts";

/** What is to be on record, and what is to be done once it is. */
export interface RecordChange {
  /** Undefined: there is to be no record any more. */
  readonly record: PlaceholderRecord | undefined;
  readonly make: readonly PlaceholderEntry[];
  /** Before the record goes. */
  readonly remove: readonly PlaceholderEntry[];
}

/** What holding takes; undefined where there is nothing to do. */
export function changeToHold(request: HoldRequest, file: string): RecordChange | undefined {
  const { workspacePath, holder = "containers" } = request;
  const make = request.placeholders
    .map((placeholder) => toEntry(workspacePath, placeholder))
    .filter((entry) => isAbsent(entry, request));
  const known = readRecord(file);
  // What another holds already is held once more, so that it stays when that one ends.
  if (make.length === 0 && (holder === "containers" || known === undefined)) return undefined;
  const entries = mergeEntries(known?.entries ?? [], make);
  const record = { workspacePath, entries, ...withHolder(known, holder) };
  return { record, make, remove: [] };
}

export function changeToRelease(file: string, holder: PlaceholderHolder): RecordChange {
  const known = readRecord(file);
  if (known === undefined) return { record: undefined, make: [], remove: [] };
  const holders = withoutHolder(known, holder);
  if (isHeld(holders)) return { record: { ...known, ...holders }, make: [], remove: [] };
  return { record: undefined, make: [], remove: known.entries.toReversed() };
}
