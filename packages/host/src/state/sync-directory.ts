import { closeSync, fsync, openSync } from "node:fs";
import { promisify } from "node:util";

/** A new name is durable once its directory is (fsync(2)). */
export async function syncDirectory(directory: string): Promise<void> {
  const descriptor = openSync(directory, "r");
  try {
    await promisify(fsync)(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
