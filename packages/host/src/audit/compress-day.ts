import { randomUUID } from "node:crypto";
import { open, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { syncDirectory } from "../state/sync-directory.ts";
import { type NamedText, packArchive } from "./archive.ts";
import { type DayFile, filesOfDay, isClosed, textOf } from "./day-files.ts";

/** As much as one archive unfolds to, in bytes: it is read as a whole. */
const ARCHIVE = 16 * 1024 * 1024;

type Packed = NamedText & { readonly file: DayFile };

/**
 * Puts the records of a day that have an end into archives. The others may still be written to, or are
 * all that tells of a crash. Invariant: a
 * record is taken away once the archive with it is on the disk, so that after a crash it is there
 * once or twice, and whoever reads counts it once.
 */
export async function compressDay(directory: string, day: string): Promise<void> {
  const files = filesOfDay(directory, day);
  for (const { name, path } of files) {
    // What a crash left: no tidying but this one runs.
    if (name.endsWith(".tmp")) await rm(path, { force: true });
  }
  let batch: Packed[] = [];
  let bytes = 0;
  for (const file of files.filter(({ name }) => name.endsWith(".jsonl"))) {
    const text = textOf(file);
    if (text === undefined || !isClosed(text)) continue;
    if (batch.length > 0 && bytes + file.bytes > ARCHIVE) {
      await writeArchive(join(directory, day), batch);
      [batch, bytes] = [[], 0];
    }
    batch.push({ name: file.name, text, file });
    bytes += file.bytes;
  }
  if (batch.length > 0) await writeArchive(join(directory, day), batch);
}

async function writeArchive(folder: string, files: readonly Packed[]): Promise<void> {
  const path = join(folder, `archive-${randomUUID()}.gz`);
  const temporary = `${path}.tmp`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(packArchive(files));
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  // Readers who want what is recent leave it out by this.
  const changed = new Date(Math.max(...files.map(({ file }) => file.changed)));
  await utimes(temporary, changed, changed);
  await rename(temporary, path);
  await syncDirectory(folder);
  for (const { file } of files) await rm(file.path, { force: true });
}
