import { statfs } from "node:fs/promises";

/** What this process may still write where `path` is, in bytes. */
export async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
