import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../errno.ts";
import { isRunning } from "../state/process-identity.ts";
import { isEnd, parseRecord } from "./stored-record.ts";
import { parseWriter } from "./writer.ts";

/** A file in the folder of a day. */
export interface DayFile {
  readonly day: string;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was written to last, in milliseconds. */
  readonly changed: number;
}

const DAY_NAME = /^\d{4}-\d\d-\d\d$/;

/** The days of a folder of them, the oldest first. */
export function daysIn(directory: string): readonly string[] {
  return namesIn(directory)
    .filter((name) => DAY_NAME.test(name))
    .sort();
}

export function filesOfDay(directory: string, day: string): readonly DayFile[] {
  return namesIn(join(directory, day)).flatMap((name) => {
    const path = join(directory, day, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return [{ day, name, path, bytes: found.size, changed: found.mtimeMs }];
  });
}

/** Whether a record has its end. */
export function isClosed(text: string): boolean {
  const last = parseRecord(text.split("\n").at(-2) ?? "");
  return last !== undefined && isEnd(last);
}

/** Whether whoever writes this record still does. One without a writer has ended before it began. */
export async function isBeingWritten(text: string): Promise<boolean> {
  if (isClosed(text)) return false;
  const first: object = parseRecord(text.split("\n", 1)[0] ?? "") ?? {};
  const writer = parseWriter(Reflect.get(first, "writer"));
  return writer !== undefined && (await isRunning(writer));
}

/** The text of a file; undefined where somebody has taken it away meanwhile. */
export function textOf({ path }: DayFile): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}
