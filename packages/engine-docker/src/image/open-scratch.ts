import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import {
  collectLeft,
  type HeldFolders,
  isInside,
  openFolder,
  parseMountTable,
  socketIn,
} from "@agent-sandbox/core";

export interface Scratch extends AsyncDisposable {
  readonly path: string;
}

const FOLDERS: HeldFolders = {
  prefix: "agent-sandbox-os-",
  socket: "building.sock",
  remove: removeTree,
};

/**
 * A folder for the system that is being made, in `directory`. Those of builds that were killed, a gigabyte each,
 * go first.
 */
export async function openScratch(directory: string): Promise<Scratch> {
  await collectLeft(directory, FOLDERS);
  const path = await mkdtemp(join(directory, FOLDERS.prefix));
  const folder = await openFolder(path);
  const server = createServer().listen(socketIn(folder, FOLDERS.socket));
  server.unref();
  const close = async () => {
    server.close();
    await folder.close();
    await rm(path, { recursive: true, force: true });
  };
  try {
    await once(server, "listening");
  } catch (error) {
    await close();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: close };
}

/** What a killed tool has mounted there is not its own: the folder stays. */
async function removeTree(path: string): Promise<void> {
  const place = await realpath(path);
  const mounts = parseMountTable(await readFile("/proc/self/mountinfo", "utf8"));
  if (mounts.some(({ target }) => isInside(place, target))) return;
  await rm(path, { recursive: true });
}
