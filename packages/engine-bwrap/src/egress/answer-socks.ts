import { once } from "node:events";
import type { Socket } from "node:net";

import type { Dial, Dialled } from "./dial.ts";
import type { Target } from "@agent-sandbox/core/egress";
import { tunnel } from "./tunnel.ts";

/** RFC 1928, 6. */
const REPLY = {
  granted: 0,
  notAllowed: 2,
  unreachable: 4,
  noSuchCommand: 7,
  noSuchAddress: 8,
} as const;

const ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 4: 16 };
const NAME_TYPE = 3;
const CONNECT = 1;

/** A SOCKS 5 proxy without authentication, for CONNECT alone (RFC 1928). */
export async function answerSocks(socket: Socket, dial: Dial): Promise<void> {
  const [, methods = 0] = await take(socket, 2);
  const offered = await take(socket, methods);
  if (!offered.includes(0)) return void socket.end(Buffer.of(5, 0xff));
  socket.write(Buffer.of(5, 0));
  const [, command, , type = 0] = await take(socket, 4);
  const target = await readTarget(socket, type);
  const dialled = command === CONNECT && target !== undefined ? await dial(target) : undefined;
  reply(socket, replyTo({ command, target, dialled }));
  if (dialled !== undefined && "pipe" in dialled) tunnel(socket, dialled);
}

interface Asked {
  readonly command: number | undefined;
  readonly target: Target | undefined;
  readonly dialled: Dialled | undefined;
}

function replyTo({ command, target, dialled }: Asked): keyof typeof REPLY {
  if (target === undefined) return "noSuchAddress";
  if (command !== CONNECT || dialled === undefined) return "noSuchCommand";
  if ("policy" in dialled) return "notAllowed";
  return "failure" in dialled ? "unreachable" : "granted";
}

async function readTarget(socket: Socket, type: number): Promise<Target | undefined> {
  const length = type === NAME_TYPE ? (await take(socket, 1))[0] : ADDRESS_BYTES[type];
  if (length === undefined) return undefined;
  const address = await take(socket, length);
  const port = (await take(socket, 2)).readUInt16BE();
  return { host: hostText(address, type), port };
}

/** Each byte of a name is a character: what is none of a name's is seen by whoever judges it. */
function hostText(address: Buffer, type: number): string {
  if (type === NAME_TYPE) return address.toString("latin1");
  if (address.length === 4) return address.join(".");
  const groups = Array.from({ length: 8 }, (_, index) => address.readUInt16BE(index * 2));
  return `[${groups.map((group) => group.toString(16)).join(":")}]`;
}

function reply(socket: Socket, code: keyof typeof REPLY): void {
  const answer = Buffer.of(5, REPLY[code], 0, 1, 0, 0, 0, 0, 0, 0);
  if (code === "granted") socket.write(answer);
  else socket.end(answer);
}

/** The next bytes, no more of them. */
async function take(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes !== null && bytes.length === count) return bytes;
    if (socket.readableEnded || socket.destroyed || bytes !== null) throw new Error("broken off");
    await once(socket, "readable");
  }
}
