import type { Socket } from "node:net";

import { ByteReader } from "./byte-reader.ts";
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

/** For what a program says first, in milliseconds. */
const PATIENCE = 30_000;

/** A SOCKS 5 proxy without authentication, for CONNECT alone (RFC 1928). */
export async function answerSocks(socket: Socket, dial: Dial): Promise<void> {
  socket.setTimeout(PATIENCE, () => socket.destroy());
  const asked = await readAsked(socket);
  socket.setTimeout(0);
  if (asked === undefined) return void socket.end(Buffer.of(5, 0xff));
  const { command, target } = asked;
  const dialled = command === CONNECT && target !== undefined ? await dial(target) : undefined;
  reply(socket, replyTo({ command, target, dialled }));
  if (dialled !== undefined && "pipe" in dialled) tunnel(socket, dialled);
}

/** Undefined where the program offers no way that is taken here. */
async function readAsked(socket: Socket): Promise<Omit<Asked, "dialled"> | undefined> {
  using bytes = new ByteReader(socket);
  const [, methods = 0] = await bytes.take(2);
  const offered = await bytes.take(methods);
  if (!offered.includes(0)) return undefined;
  socket.write(Buffer.of(5, 0));
  const [, command, , type = 0] = await bytes.take(4);
  return { command, target: await readTarget(bytes, type) };
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

async function readTarget(bytes: ByteReader, type: number): Promise<Target | undefined> {
  const length = type === NAME_TYPE ? (await bytes.take(1))[0] : ADDRESS_BYTES[type];
  if (length === undefined) return undefined;
  const address = await bytes.take(length);
  const port = (await bytes.take(2)).readUInt16BE();
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
