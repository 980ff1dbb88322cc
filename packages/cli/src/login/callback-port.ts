import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

import { SandboxError } from "@agent-sandbox/core";
import { errnoOf, type PortHolder, portHolder } from "@agent-sandbox/host";

/** Carries one connection until both of its sides have ended, or the signal aborts. */
export type Carry = (connection: Socket, signal: AbortSignal) => Promise<void>;

/** A port of this machine's own loopback. Disposing it ends what it carries, and gives it up. */
export interface CallbackPort extends AsyncDisposable {
  /** What comes from now on is carried; what comes before is closed. */
  carryBy(carry: Carry): void;
  /** Resolves when everything under way has ended, or after a while. */
  settled(): Promise<void>;
}

/** `localhost` is either, as the browser likes. */
const ADDRESSES = ["127.0.0.1", "::1"];
/** A machine without IPv6 has no such address. */
const ABSENT = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);
/** A browser opens a few; whatever else knocks here waits. */
const CONNECTIONS = 16;
/** How long the last answer may take to reach the browser, in milliseconds. */
const LAST_ANSWER = 2_000;

/** Fails with PORT_TAKEN, and by whom as far as that can be known. */
export async function openCallbackPort(port: number): Promise<CallbackPort> {
  const underway = new Map<Promise<void>, Socket>();
  let carry: Carry | undefined;
  const accept = (connection: Socket) => {
    connection.on("error", () => undefined);
    if (carry === undefined) {
      connection.destroy();
      return;
    }
    const carried = carryOne(connection, carry).finally(() => underway.delete(carried));
    underway.set(carried, connection);
  };
  const servers = await listenOn(port, accept);
  return {
    carryBy: (how) => {
      carry = how;
    },
    settled: async () => {
      await inTime(Promise.all(underway.keys()), LAST_ANSWER);
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of underway.values()) connection.destroy();
      await Promise.all([...servers.map(closeServer), ...underway.keys()]);
    },
  };
}

async function carryOne(connection: Socket, carry: Carry): Promise<void> {
  const controller = new AbortController();
  connection.once("close", () => {
    controller.abort(new Error("the connection has been closed"));
  });
  // Nobody inside may listen yet, or any more: the browser sees a connection that ends.
  await carry(connection, controller.signal).catch(() => undefined);
  connection.destroySoon();
}

async function listenOn(
  port: number,
  accept: (connection: Socket) => void,
): Promise<readonly Server[]> {
  const servers: Server[] = [];
  try {
    for (const address of ADDRESSES) {
      // Half of a connection may end before the other: a request, and then its answer.
      const server = createServer({ allowHalfOpen: true }, accept);
      server.maxConnections = CONNECTIONS;
      server.listen({ port, host: address, ipv6Only: true });
      if (await isListening(server)) servers.push(server);
    }
    return servers;
  } catch (error) {
    await Promise.all(servers.map(closeServer));
    throw errnoOf(error) === "EADDRINUSE" ? taken(port, portHolder(port)) : error;
  }
}

async function isListening(server: Server): Promise<boolean> {
  try {
    await once(server, "listening");
    return true;
  } catch (error) {
    if (ABSENT.has(errnoOf(error) ?? "")) return false;
    throw error;
  }
}

function taken(port: number, holder: PortHolder | undefined): SandboxError {
  const by =
    holder === undefined ? "" : ` by "${holder.program}" (process ${holder.pid.toString()})`;
  const state = `port ${port.toString()} of this machine is already in use${by}`;
  return new SandboxError("PORT_TAKEN", `Cannot wait for the browser: ${state}`, {
    hint: `${holder === undefined ? "End what uses it" : "End it"}, or sign in without that port: --device`,
  });
}

async function closeServer(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

async function inTime(work: Promise<unknown>, limit: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    resolve(undefined);
  }, limit);
  await Promise.race([work, over]);
  clearTimeout(timer);
}
