import { once } from "node:events";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";

import { type GitServer, type ServerRequest, startGitServer } from "./git-server.ts";
import type { Identity } from "./identity.ts";
import { printPacket } from "./pkt-line.ts";
import { watchPush } from "./push.ts";
import type { GateSettings } from "./settings.ts";

export interface ConversationPorts {
  readonly settings: GateSettings;
  readonly identity: Identity;
  readonly emit: (event: object) => void;
}

/** What looks at the bytes on their way; `send` gives back what goes on, and throws to stop all. */
export interface Watch {
  readonly send: (chunk: Buffer) => Buffer | undefined;
  readonly receive: (chunk: Buffer) => void;
  /** Once git has ended; `stopped` is why the gate ended it. The rest of what the client reads. */
  readonly finish: (server: GitServer, stopped: string | undefined) => Promise<Buffer | undefined>;
}

const UPLOAD_WATCH: Watch = {
  send: (chunk) => chunk,
  receive: () => undefined,
  finish: async () => await Promise.resolve(undefined),
};

/** How long one may read what was said last before the connection is cut, in milliseconds. */
const FAREWELL = 5000;

/** One client from its first byte to its last. Never rejects: what goes wrong is told to the client. */
export async function converse(socket: Socket, ports: ConversationPorts): Promise<void> {
  socket.setTimeout(ports.settings.silence * 1000, () => socket.destroy());
  // Its end is told by "close".
  socket.on("error", () => undefined);
  try {
    const input = socket.iterator({ destroyOnReturn: false });
    const { request, rest } = await readHeader(input, ports.identity);
    await serve({ socket, input, rest }, request, ports);
  } catch (error) {
    // git shows it as "remote error" (gitprotocol-pack(5), "ERR").
    if (socket.writable) socket.write(printPacket(`ERR ${sentence(error)}\n`));
  } finally {
    await farewell(socket);
  }
}

interface Client {
  readonly socket: Socket;
  readonly input: AsyncIterableIterator<Buffer>;
  /** What came with the header. */
  readonly rest: Buffer;
}

async function serve(
  client: Client,
  request: ServerRequest,
  ports: ConversationPorts,
): Promise<void> {
  const watch = request.service === "receive-pack" ? watchPush(ports) : UPLOAD_WATCH;
  await using server = await startGitServer(request, ports.settings);
  const { socket } = client;
  const leave = () => server.end();
  socket.once("close", leave);
  let stopped: string | undefined;
  const sending = send(client, server, watch).catch((error: unknown) => {
    if (!socket.destroyed) stopped = sentence(error);
    server.end();
  });
  let isSilent = true;
  try {
    for await (const chunk of server.output as AsyncIterable<Buffer>) {
      isSilent = false;
      watch.receive(chunk);
      await write(socket, chunk);
    }
  } catch {
    // It was ended by force: what became of the push is told all the same.
  }
  await server.ended;
  if (stopped !== undefined) await sending;
  socket.off("close", leave);
  const last = await watch.finish(server, stopped);
  if (last !== undefined) await write(socket, last);
  if (isSilent) throw new Error(server.complaint() || "git did not answer");
}

/** To git's standard input, to the client's end of file; what git no longer takes is thrown away. */
async function send({ input, rest }: Client, server: GitServer, watch: Watch): Promise<void> {
  const forward = async (chunk: Buffer) => {
    const known = watch.send(chunk);
    if (known !== undefined) await write(server.input, known);
  };
  await forward(rest);
  for await (const chunk of input) await forward(chunk);
  server.input.end();
}

async function write(sink: Writable, chunk: Buffer): Promise<void> {
  if (!sink.writable || sink.write(chunk)) return;
  const over = new AbortController();
  const { signal } = over;
  const gone = Promise.race([once(sink, "drain", { signal }), once(sink, "close", { signal })]);
  await gone.catch(() => undefined);
  over.abort();
}

async function readHeader(
  input: AsyncIterableIterator<Buffer>,
  identity: Identity,
): Promise<{ request: ServerRequest; rest: Buffer }> {
  let bytes: Buffer = Buffer.alloc(0);
  while (!bytes.includes("\n") && bytes.length < 256) {
    const next = await input.next();
    if (next.done === true) break;
    bytes = Buffer.concat([bytes, next.value]);
  }
  const end = bytes.indexOf("\n");
  const header = bytes.toString("latin1", 0, Math.max(end, 0));
  const [, service, protocol] =
    /^(receive-pack|upload-pack) ((?:[a-z0-9][a-z0-9=:-]{0,63})?)$/.exec(header) ?? [];
  if (service !== "receive-pack" && service !== "upload-pack") {
    throw new Error("this is the gate of agent-sandbox, which speaks to its gate-client");
  }
  return {
    request: { service, protocol: protocol ?? "", identity },
    rest: bytes.subarray(end + 1),
  };
}

/** Our side is at its end; what the client still says is thrown away, so that it can read ours. */
async function farewell(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  const closed = once(socket, "close").catch(() => undefined);
  const patience = setTimeout(() => socket.destroy(), FAREWELL);
  socket.end();
  socket.resume();
  await closed;
  clearTimeout(patience);
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
