import { FIRST_HASH, recordHash } from "./record-hash.ts";
import { isEnd, parseRecord, type StoredRecord } from "./stored-record.ts";

/**
 * What a file's chain of hashes proves. `unfinished`: all that is there is as it was written, but it
 * has no end; its writer was killed, still runs, or its last lines were taken away. `broken`: it is
 * not as it was written, and `problem` says where.
 */
export interface ChainVerdict {
  readonly state: "whole" | "unfinished" | "broken";
  readonly problem?: string;
  /** Whether that is all: the last line has no end. */
  readonly torn?: boolean;
  /** How many records were found in order. */
  readonly records: number;
}

/** Pure. The text of one file, as `openAuditFile` writes it. */
export function verifyChain(text: string): ChainVerdict {
  if (text === "") return { state: "broken", problem: "it is empty", records: 0 };
  const lines = text.split("\n");
  const torn = lines.pop() !== "";
  const records: StoredRecord[] = [];
  const places = new Map([[FIRST_HASH, 0]]);
  for (const [at, line] of lines.entries()) {
    const record = parseRecord(line);
    const problem =
      record === undefined ? "is not a record" : problemOf(record, records.at(-1), places);
    if (record === undefined || problem !== undefined) {
      return broken(`line ${(at + 1).toString()} ${problem ?? ""}`, records);
    }
    records.push(record);
    places.set(record.hash, at + 1);
  }
  if (torn) {
    return { ...broken(`line ${(lines.length + 1).toString()} is torn off`, records), torn };
  }
  return endOf(records);
}

function problemOf(
  record: StoredRecord,
  previous: StoredRecord | undefined,
  places: ReadonlyMap<string, number>,
): string | undefined {
  if (previous !== undefined && isEnd(previous)) return "follows the end";
  const same = places.get(record.hash);
  if (same !== undefined) return `is line ${same.toString()} again`;
  const { hash, ...rest } = record;
  if (recordHash(previous?.hash ?? FIRST_HASH, rest) === hash) return undefined;
  const isMoved = [...places.keys()].some((earlier) => recordHash(earlier, rest) === hash);
  return isMoved
    ? "is not at its place: one before it is in the wrong order"
    : "was changed, or one before it is missing or in the wrong order";
}

function endOf(records: readonly StoredRecord[]): ChainVerdict {
  const last = records.at(-1);
  if (last === undefined || !isEnd(last)) return { state: "unfinished", records: records.length };
  const count: unknown = Reflect.get(last, "count");
  if (last.event === "collected" && count !== records.length - 1) {
    return broken("it has not as many events as its end says", records);
  }
  return { state: "whole", records: records.length };
}

function broken(problem: string, records: readonly unknown[]): ChainVerdict {
  return { state: "broken", problem, records: records.length };
}
