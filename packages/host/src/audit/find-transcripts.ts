import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

import { errnoOf } from "../errno.ts";
import { isRunning } from "../state/process-identity.ts";
import { daysIn } from "./day-files.ts";
import { type RecordPlace, recordsFolder } from "./record-place.ts";
import { parseHead, TRANSCRIPT_SUFFIX } from "./transcript-head.ts";

/** A transcript that is kept. */
export interface FoundTranscript {
  readonly file: string;
  readonly bytes: number;
  readonly lastWritten: Date;
  /** Whether it is written to now. */
  readonly isOpen: boolean;
  /** The real path of its workspace; undefined where it does not say. */
  readonly workspace: string | undefined;
}

/** A path of 4096 bytes, escaped, is still whole in it. */
const HEAD_BYTES = 32 * 1024;

/** Every transcript beside the records, of whatever day. */
export async function findTranscripts(place: RecordPlace): Promise<readonly FoundTranscript[]> {
  const audit = recordsFolder(place);
  const found: FoundTranscript[] = [];
  for (const day of daysIn(audit)) {
    for (const name of (await ifThere(readdir(join(audit, day)))) ?? []) {
      if (!name.endsWith(TRANSCRIPT_SUFFIX)) continue;
      const transcript = await ifThere(look(join(audit, day, name)));
      if (transcript !== undefined) found.push(transcript);
    }
  }
  return found;
}

async function look(file: string): Promise<FoundTranscript> {
  await using handle = await open(file);
  const { size, mtime } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
  const head = parseHead(line);
  const isOpen = head !== undefined && (await isRunning(head.process));
  return { file, bytes: size, lastWritten: mtime, isOpen, workspace: head?.workspace };
}

/** Undefined where it is gone meanwhile, or is no directory. */
async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}
