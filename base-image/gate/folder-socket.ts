import { type FileHandle, chmod, open, rm, stat } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";

import { converse, type ConversationPorts } from "./conversation.ts";
import { readIdentity } from "./identity.ts";
import { printPacket } from "./pkt-line.ts";

/** How many clients one sandbox may have at once. */
const MOST_CLIENTS = 4;

export type GatePorts = Omit<ConversationPorts, "identity">;

/** One sandbox's socket; disposing it cuts the connections too. */
export interface FolderSocket extends AsyncDisposable {
  /** Whether the folder still shows this very socket: it may have been made anew. */
  readonly isThere: () => Promise<boolean>;
}

/** Opens `socket` in one folder of the gate, in the place of what an earlier gate left there. */
export async function openFolderSocket(folder: string, ports: GatePorts): Promise<FolderSocket> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    if (sockets.size > MOST_CLIENTS) refuse(socket);
    else void admit(socket, folder, ports);
  });
  await rm(`${folder}/socket`, { force: true });
  // A socket's path may have 107 bytes (unix(7)); a folder's name alone may have more.
  const directory = await open(folder);
  await listen(server, directory);
  await chmod(`${folder}/socket`, 0o666);
  const { ino } = await stat(`${folder}/socket`);
  return {
    isThere: async () => (await stat(`${folder}/socket`).catch(() => undefined))?.ino === ino,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await directory.close();
    },
  };
}

async function admit(socket: Socket, folder: string, ports: GatePorts): Promise<void> {
  const identity = await readIdentity(folder);
  if (identity === undefined) socket.destroy();
  else await converse(socket, { ...ports, identity });
}

function refuse(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.end(printPacket("ERR the gate has enough to do for this sandbox: try again later\n"));
  socket.resume();
}

async function listen(server: Server, directory: FileHandle): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(`/proc/self/fd/${directory.fd}/socket`, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
