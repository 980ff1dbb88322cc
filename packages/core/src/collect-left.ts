import { once } from "node:events";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, unlink } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Folders that each belong to one process, which listens in it for as long as it lives. */
export interface HeldFolders {
  /** What their names begin with. */
  readonly prefix: string;
  /** The socket's name. */
  readonly socket: string;
  /** Takes one away that nobody holds any more; its socket is gone by then. */
  readonly remove: (path: string) => Promise<void>;
}

/** A folder without a socket may be one that is just being made, for so many milliseconds. */
const MAKING = 60_000;

/** Within so many milliseconds who has a socket listens on it. */
const LISTENING = 100;

/**
 * Takes away what processes that were killed have left: this user's folders in which nobody listens. What cannot
 * be judged stays.
 */
export async function collectLeft(directory: string, folders: HeldFolders): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  const left = names.filter((name) => name.startsWith(folders.prefix));
  await Promise.allSettled(left.map((name) => collect(join(directory, name), folders)));
}

async function collect(path: string, { socket: name, remove }: HeldFolders): Promise<void> {
  await using folder = await openFolder(path);
  const { uid, mtimeMs } = await folder.stat();
  if (uid !== process.getuid?.()) return;
  const socket = socketIn(folder, name);
  const failure = await failureOfReaching(socket);
  if (failure === "ECONNREFUSED") {
    // Between bind(2) and listen(2) a living one refuses, too.
    await sleep(LISTENING);
    if ((await failureOfReaching(socket)) !== "ECONNREFUSED") return;
    await unlink(socket);
  } else if (failure !== "ENOENT" || Date.now() - mtimeMs < MAKING) return;
  await remove(path);
}

/** Fails where it is a link. */
export async function openFolder(path: string): Promise<FileHandle> {
  return await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** By a short name: an address has 107 bytes at most (unix(7)). */
export function socketIn({ fd }: FileHandle, name: string): string {
  return `/proc/self/fd/${fd.toString()}/${name}`;
}

/** Undefined where somebody listens: no process that took the id of one that ended is mistaken for it. */
async function failureOfReaching(path: string): Promise<unknown> {
  const socket = connect({ path });
  try {
    await once(socket, "connect");
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
  }
}
