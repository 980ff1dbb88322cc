import { watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { sentence } from "./conversation.ts";
import { type FolderSocket, type GatePorts, openFolderSocket } from "./folder-socket.ts";
import { readIdentity } from "./identity.ts";

/** A look even when nothing was told: a folder is filled after it was made. In milliseconds. */
const PATIENCE = 500;

/** Keeps a socket in each provisioned folder of `root`, until the signal. */
export async function serveFolders(
  root: string,
  ports: GatePorts,
  signal: AbortSignal,
): Promise<void> {
  const open = new Map<string, FolderSocket>();
  let wake = (): void => undefined;
  const watcher = watch(root, () => wake());
  await compare(root, open, ports);
  ports.emit({ event: "gate.ready" });
  while (!signal.aborted) {
    const told = new AbortController();
    wake = () => told.abort();
    await sleep(PATIENCE, undefined, { signal: AbortSignal.any([signal, told.signal]) }).catch(
      () => undefined,
    );
    await compare(root, open, ports);
  }
  watcher.close();
  await Promise.all([...open.values()].map(async (socket) => await socket[Symbol.asyncDispose]()));
}

async function compare(
  root: string,
  open: Map<string, FolderSocket>,
  ports: GatePorts,
): Promise<void> {
  const folders = await readdir(root);
  for (const [key, socket] of open) {
    if (folders.includes(key) && (await socket.isThere())) continue;
    open.delete(key);
    await socket[Symbol.asyncDispose]();
  }
  for (const key of folders) {
    const folder = join(root, key);
    if (open.has(key) || (await readIdentity(folder)) === undefined) continue;
    const socket = await openFolderSocket(folder, ports).catch((error: unknown) => {
      // The others are served all the same, and this one is tried again.
      console.error(`Cannot serve "${folder}": ${sentence(error)}`);
    });
    if (socket !== undefined) open.set(key, socket);
  }
}
