// A proxy over a real socket, for tests that speak to it byte by byte, and servers that it may lead to.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parsePolicy, type ResolvedPolicy, resolvePolicy } from "@agent-sandbox/policy";

import type { Refusal } from "@agent-sandbox/core/egress";
import { type Egress, type EgressRequest, startEgress } from "../../src/egress/start-egress.ts";

const PACKAGE = join(import.meta.dirname, "../..");

const ARCHITECTURE = process.arch === "x64" ? "x86_64" : "aarch64";
export const LAUNCHER = join(PACKAGE, "launcher/dist", ARCHITECTURE);

export function policyOf(network: Readonly<Record<string, unknown>>): ResolvedPolicy {
  return resolvePolicy([parsePolicy({ network }, { layer: "user" })], {
    ...{ engine: "bwrap", workspace: "/w", home: "/root", temp: "/tmp" },
  });
}

interface TestServer extends AsyncDisposable {
  readonly port: number;
  readonly asked: readonly string[];
}

export interface TestProxy extends Egress {
  readonly refusals: readonly Refusal[];
  /** What was looked up. */
  readonly looked: readonly string[];
}

/** Answers with what it was asked for; `stop` ends it. */
export async function startServer(): Promise<TestServer> {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""} ${request.headers.host ?? ""}`);
    request.resume().on("end", () => response.end("hello from the server"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Names of the tests' own: "mirror.test" is one of the user's registries, on this machine; "open.test" is
 * open and resolves to what `addresses` says.
 */
export async function startProxy(
  port: number,
  request: Partial<EgressRequest> & { readonly addresses?: readonly string[] } = {},
): Promise<TestProxy> {
  const refusals: Refusal[] = [];
  const looked: string[] = [];
  const { addresses = ["127.0.0.1"] } = request;
  const egress = await startEgress({
    policy: policyOf({ external: "domains", domains: ["open.test", "*.wild.test"], ports: [port] }),
    mirrors: ["mirror.test"],
    launcher: undefined,
    node: process.execPath,
    directory: tmpdir(),
    refused: (refusal) => refusals.push(refusal),
    lookUp: (name) => {
      looked.push(name);
      return Promise.resolve(name === "mirror.test" ? ["127.0.0.1"] : addresses);
    },
    ...request,
  });
  return { ...egress, refusals, looked };
}

/** All that the proxy says to these bytes. */
export async function speak(
  socketPath: string,
  ...parts: readonly (Buffer | string)[]
): Promise<Buffer> {
  const socket = connect({ path: socketPath });
  const said: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => said.push(chunk));
  socket.on("error", () => socket.destroy());
  for (const part of parts) socket.write(part);
  socket.setTimeout(3000, () => socket.destroy());
  await once(socket, "close");
  return Buffer.concat(said);
}

/** A SOCKS 5 request for a name. */
export function socksRequest(name: Buffer, port: number): Buffer {
  return Buffer.concat([
    Buffer.of(5, 1, 0),
    Buffer.of(5, 1, 0, 3, name.length),
    name,
    Buffer.of(port >> 8, port & 255),
  ]);
}
