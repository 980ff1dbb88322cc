import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type RecordPlace, recordsFolder } from "./record-place.ts";

/** Whether nobody has tidied up today; costs one look. */
export function isTidyDue(place: RecordPlace, now: Date): boolean {
  const stamp = statSync(stampOf(place), { throwIfNoEntry: false });
  return stamp === undefined || dayOf(stamp.mtime) < dayOf(now);
}

export async function noteTidied(place: RecordPlace): Promise<void> {
  await writeFile(stampOf(place), "", { mode: 0o600 });
}

/** UTC, as the folders are named. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function stampOf(place: RecordPlace): string {
  return join(recordsFolder(place), "tidied");
}
