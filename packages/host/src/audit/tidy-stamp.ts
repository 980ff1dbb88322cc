import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Whether nobody has tidied up today; costs one look. */
export function isTidyDue(stateDir: string, now: Date): boolean {
  const stamp = statSync(stampOf(stateDir), { throwIfNoEntry: false });
  return stamp === undefined || dayOf(stamp.mtime) < dayOf(now);
}

export async function noteTidied(stateDir: string): Promise<void> {
  await writeFile(stampOf(stateDir), "", { mode: 0o600 });
}

/** UTC, as the folders are named. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function stampOf(stateDir: string): string {
  return join(stateDir, "audit", "tidied");
}
