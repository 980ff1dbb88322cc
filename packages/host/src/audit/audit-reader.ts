import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { type NamedText, unpackArchive } from "./archive.ts";
import { daysIn } from "./day-files.ts";
import { type RecordPlace, recordsFolder } from "./record-place.ts";
import { isEnd, parseRecord, type StoredRecord } from "./stored-record.ts";

/** What has come to a file since it was last read. */
export interface AuditReading {
  /** Relative to the folder of the records. */
  readonly file: string;
  /** Whole lines, and all that follows where it is the first reading. */
  readonly text: string;
  readonly records: readonly StoredRecord[];
}

/** How far a file has been read. */
interface Place {
  readonly bytes: number;
  readonly isEnded: boolean;
}

/** Records of a day are written to this much longer, in milliseconds: runs last. */
const DAYS_KEPT_OPEN = 2;
const DAY = 86_400_000;

/**
 * Reads the records of this machine, those of archives too, and then what is added to them. What
 * was written to last before `since` is left out.
 */
export class AuditReader {
  readonly #directory: string;
  readonly #since: number;
  readonly #places = new Map<string, Place>();
  #isFirst = true;

  constructor(place: RecordPlace, since?: Date) {
    this.#directory = recordsFolder(place);
    this.#since = since?.getTime() ?? 0;
  }

  /** All of it the first time, then what is new; file after file. Fails with AUDIT_FAILED. */
  *read(now: Date): Generator<AuditReading> {
    const days = gone(this.#directory, [], () => daysIn(this.#directory));
    const isOpen = (day: string) =>
      this.#isFirst || now.getTime() - Date.parse(day) < (DAYS_KEPT_OPEN + 1) * DAY;
    for (const day of days.filter(isOpen)) yield* this.#readDay(day);
    this.#isFirst = false;
  }

  *#readDay(day: string): Generator<AuditReading> {
    const directory = join(this.#directory, day);
    const names = gone(directory, [], () => readdirSync(directory));
    for (const name of names.filter((each) => each.endsWith(".jsonl"))) {
      const reading = this.#readFile(`${day}/${name}`);
      if (reading) yield reading;
    }
    // After the files: one may have been read before it went into an archive.
    for (const name of names.filter((each) => each.endsWith(".gz"))) {
      for (const { name: member, text } of this.#unpack(`${day}/${name}`)) {
        if (this.#places.has(`${day}/${member}`)) continue;
        this.#places.set(`${day}/${member}`, { bytes: 0, isEnded: true });
        yield { file: `${day}/${member}`, text, records: recordsIn(text) };
      }
    }
  }

  #readFile(file: string): AuditReading | undefined {
    const place = this.#places.get(file);
    if (place?.isEnded) return undefined;
    const path = join(this.#directory, file);
    return gone(path, undefined, () => {
      const { size, mtimeMs } = statSync(path);
      if (mtimeMs < this.#since || (place !== undefined && size <= place.bytes)) return undefined;
      const whole = readFileSync(path);
      const end = whole.lastIndexOf("\n") + 1;
      const text = whole.toString("utf8", place?.bytes ?? 0, place ? end : whole.length);
      const records = recordsIn(text);
      const last = records.at(-1);
      this.#places.set(file, { bytes: end, isEnded: last !== undefined && isEnd(last) });
      return { file, text, records };
    });
  }

  #unpack(file: string): readonly NamedText[] {
    const path = join(this.#directory, file);
    if (this.#places.has(file)) return [];
    return gone(path, [], () => {
      if (statSync(path).mtimeMs < this.#since) return [];
      const files = unpackArchive(readFileSync(path));
      this.#places.set(file, { bytes: 0, isEnded: true });
      return files;
    });
  }
}

function recordsIn(text: string): readonly StoredRecord[] {
  return text.split("\n").flatMap((line) => parseRecord(line) ?? []);
}

/** What `act` gives; `instead` where the file is not there (any more). */
function gone<T>(path: string, instead: T, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return instead;
    const state = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxError("AUDIT_FAILED", `Cannot read the record "${basename(path)}": ${state}`, {
      hint: `It is "${path}"; move it away to read the others`,
      cause,
    });
  }
}
