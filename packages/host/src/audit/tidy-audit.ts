import { rmdirSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { stateFailure } from "../state/state-failure.ts";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { compressDay } from "./compress-day.ts";
import { type DayFile, daysIn, filesOfDay, isBeingWritten, textOf } from "./day-files.ts";
import { type RecordPlace, recordsFolder } from "./record-place.ts";
import { dayOf, noteTidied } from "./tidy-stamp.ts";

export interface TidyLimits {
  /** Records of days longer ago go. */
  readonly keepDays: number;
  /** The oldest go where all take more than this, in bytes. */
  readonly maxBytes: number;
}

export interface TidyRequest extends RecordPlace {
  readonly limits: TidyLimits;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** What went, or would go. */
export interface Tidied {
  readonly files: number;
  readonly bytes: number;
  /** The last day that went; undefined where nothing did. */
  readonly until: string | undefined;
}

const DAY = 86_400_000;

/**
 * Compresses the records of days that are over, and removes the oldest by age and by size; nothing of
 * today, and nothing that is still written to. Transcripts are not its business.
 */
export async function tidyAudit(request: TidyRequest): Promise<Tidied> {
  const { limits, now, signal } = request;
  const directory = recordsFolder(request);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return await createWorkspaceLock(directory).hold("tidy", signal, async () => {
      // First what makes room: compressing needs some.
      const old = remove(
        await filesToRemove({ ...request, limits: { ...limits, maxBytes: Infinity } }),
      );
      const compressing = await Promise.allSettled([compressPast(directory, now)]);
      const more = remove(await filesToRemove(request));
      removeEmptyDays(directory, now);
      for (const outcome of compressing) if (outcome.status === "rejected") throw outcome.reason;
      await noteTidied(request);
      return tidied([...old, ...more]);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw stateFailure(`tidy the records in "${directory}"`, error);
  }
}

async function compressPast(directory: string, now: Date): Promise<void> {
  for (const day of pastDays(directory, now)) await compressDay(directory, day);
}

function remove(files: readonly DayFile[]): readonly DayFile[] {
  for (const { path } of files) rmSync(path, { force: true });
  return files;
}

/** What `tidyAudit` would remove now. */
export async function tidyPreview(request: Omit<TidyRequest, "signal">): Promise<Tidied> {
  return tidied(await filesToRemove(request));
}

async function filesToRemove({ limits, now, ...place }: Omit<TidyRequest, "signal">) {
  const oldest = now.getTime() - limits.keepDays * DAY;
  const directory = recordsFolder(place);
  const files = daysIn(directory)
    .flatMap((day) => filesOfDay(directory, day))
    .filter(({ name }) => name.endsWith(".jsonl") || name.endsWith(".gz"));
  let excess = files.reduce((sum, { bytes }) => sum + bytes, 0) - limits.maxBytes;
  const going: DayFile[] = [];
  for (const file of files.toSorted((a, b) => a.day.localeCompare(b.day))) {
    const isOld = file.changed < oldest;
    if (file.day >= dayOf(now) || (!isOld && excess <= 0)) continue;
    if (file.name.endsWith(".jsonl") && (await isBeingWritten(textOf(file) ?? ""))) continue;
    going.push(file);
    excess -= file.bytes;
  }
  return going;
}

function tidied(files: readonly DayFile[]): Tidied {
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    until: files
      .map(({ day }) => day)
      .sort()
      .at(-1),
  };
}

function removeEmptyDays(directory: string, now: Date): void {
  for (const day of pastDays(directory, now)) {
    if (filesOfDay(directory, day).length === 0) rmdirSync(join(directory, day));
  }
}

function pastDays(directory: string, now: Date): readonly string[] {
  return daysIn(directory).filter((day) => day < dayOf(now));
}
