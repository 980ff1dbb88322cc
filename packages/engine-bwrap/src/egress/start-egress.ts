import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

import {
  collectLeft,
  type HeldFolders,
  openFolder,
  type PlannedFile,
  socketIn,
} from "@agent-sandbox/core";
import { type Lookup, lookupBy, type Refusal } from "@agent-sandbox/core/egress";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { Closers } from "../closers.ts";
import { SHIM_FOLDER } from "../shims/places.ts";
import { type Dial, dialBy } from "./dial.ts";
import { RELAY_SCRIPT, START_RELAY } from "./relay-script.ts";
import { serve } from "./serve.ts";

export interface EgressRequest {
  readonly policy: ResolvedPolicy;
  /** Names of the hosts of the user's own registries. */
  readonly mirrors: readonly string[];
  /** The compiled launcher, which carries as well; Node does without it. */
  readonly launcher: string | undefined;
  /** Node, as the sandbox sees it. */
  readonly node: string;
  /** Where the socket's folder is made: out of every sandbox's reach. */
  readonly directory: string;
  /** The socket of the proxy of the sandbox around this one. */
  readonly outer?: string | undefined;
  /** Called for each refusal. */
  readonly refused: (refusal: Refusal) => void;
  readonly lookUp?: Lookup;
}

/** The only way out of a sandbox whose network is its own. */
export interface Egress extends AsyncDisposable {
  readonly socketPath: string;
  readonly binds: readonly { readonly source: string; readonly target: string }[];
  readonly files: readonly PlannedFile[];
  /** What tells programs of the proxy. */
  readonly environment: Readonly<Record<string, string>>;
  /** The command, after what carries its connections out: it listens before the command starts. */
  wrap(argv: readonly string[]): readonly [string, ...string[]];
}

/** Of proxies: more than the socket and the empty folder is never removed. */
const FOLDERS: HeldFolders = {
  prefix: "agent-sandbox-egress-",
  socket: "egress.sock",
  remove: (path) => rmdir(path),
};

/** In the sandbox's own namespace every port is free. */
const PORT = "47128";
const SOCKET = `${SHIM_FOLDER}/${FOLDERS.socket}`;
const RELAY = `${SHIM_FOLDER}/relay`;

export async function startEgress(request: EgressRequest): Promise<Egress> {
  const { policy, mirrors, outer, lookUp, launcher, node } = request;
  await using opening = new Closers();
  const folder = await mkdtemp(join(request.directory, FOLDERS.prefix));
  opening.add(() => rm(folder, { recursive: true, force: true }));
  const socketPath = join(folder, FOLDERS.socket);
  const servers = policy.network.dns.map(({ value }) => value);
  const dial = dialBy({ policy, mirrors, outer, lookUp: lookUp ?? lookupBy(servers) });
  const descriptor = await openFolder(folder);
  opening.add(() => descriptor.close());
  const server = await serve(socketIn(descriptor, FOLDERS.socket), telling(dial, request.refused));
  opening.add(() => server[Symbol.asyncDispose]());
  await collectLeft(request.directory, FOLDERS);
  const opened = opening.move();
  const isCompiled = launcher !== undefined;
  const carry = isCompiled
    ? ([RELAY, PORT, SOCKET] as const)
    : (["/bin/sh", "-c", START_RELAY, "sh", node, RELAY, PORT, SOCKET] as const);
  return {
    socketPath,
    binds: [
      { source: socketPath, target: SOCKET },
      ...(isCompiled ? [{ source: launcher, target: RELAY }] : []),
    ],
    files: isCompiled ? [] : [{ target: RELAY, content: RELAY_SCRIPT, mode: 0o444 }],
    environment: proxyVariables(),
    wrap: (argv) => [...carry, ...argv],
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function telling(dial: Dial, refused: (refusal: Refusal) => void): Dial {
  return async (target) => {
    const dialled = await dial(target);
    if ("policy" in dialled) refused(dialled);
    return dialled;
  };
}

/** Programs read them in either case; Node since 24 where it is told to. */
function proxyVariables(): Readonly<Record<string, string>> {
  const http = `http://127.0.0.1:${PORT}`;
  const variables = {
    HTTP_PROXY: http,
    HTTPS_PROXY: http,
    ALL_PROXY: `socks5h://127.0.0.1:${PORT}`,
    NO_PROXY: "localhost,127.0.0.1,::1",
  };
  const lower = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...variables,
    ...(Object.fromEntries(lower) as Record<string, string>),
    NODE_USE_ENV_PROXY: "1",
  };
}
