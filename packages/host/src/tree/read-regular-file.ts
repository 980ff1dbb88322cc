import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

import type { TreeEntry } from "./tree-entry.ts";
import type { TreeRoom } from "./tree-room.ts";
import { unreadable } from "./unreadable.ts";

/** No link is followed, should one take the file's place meanwhile, and no pipe waited for. */
const HOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file with its content; undefined where it is none. Fails as `TreeRoom` does where it is too large. */
export function readRegularFile(path: string, room: TreeRoom): TreeEntry | undefined {
  const descriptor = opened(path);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return undefined;
    room.admit(path, status.size);
    return entryOf(descriptor, status);
  } finally {
    closeSync(descriptor);
  }
}

function entryOf(descriptor: number, { mode, mtimeMs }: Stats): TreeEntry {
  return { content: readFileSync(descriptor), mode: mode & 0o7777, modified: mtimeMs };
}

function opened(path: string): number {
  try {
    return openSync(path, HOW);
  } catch (error) {
    throw unreadable(path, error);
  }
}
