import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";

import type { Command, Engine, Sandbox, SandboxPlan, Stdio } from "@agent-sandbox/core";
import { afterEach, beforeEach, expect, it } from "@jest/globals";

import { type CallbackPort, openCallbackPort } from "../../src/login/callback-port.ts";
import { carryingInside } from "../../src/login/carry-inside.ts";

/** Any port that is free on this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** An engine without any isolation: its commands are processes of this machine. */
class BareEngine implements Engine {
  readonly name = "virtual";
  /** How many of its processes have not ended. */
  running = 0;

  async describe() {
    return await Promise.resolve([]);
  }

  async open(): Promise<Sandbox> {
    return await Promise.resolve({
      id: "bare",
      exec: async (command: Command, stdio: Stdio, signal: AbortSignal) =>
        await this.#exec(command, stdio, signal),
      [Symbol.asyncDispose]: async () => {
        await Promise.resolve();
      },
    });
  }

  async #exec({ argv: [program, ...args] }: Command, stdio: Stdio, signal: AbortSignal) {
    this.running += 1;
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    const end = () => {
      child.kill();
      // Nobody reads it any more, and without that it never closes.
      child.stdout.destroy();
    };
    signal.addEventListener("abort", end);
    child.stdin.on("error", () => undefined);
    stdio.stdin?.().pipe(child.stdin);
    child.stdout.pipe(stdio.stdout, { end: false });
    await once(child, "close");
    this.running -= 1;
    signal.throwIfAborted();
    return { status: child.exitCode ?? 1 };
  }
}

const STDIO: Stdio = {
  stdin: undefined,
  stdout: process.stdout,
  stderr: process.stderr,
  terminal: undefined,
  signals: { onSignal: () => () => undefined },
};
const PLAN = { network: { localhost: true } } as SandboxPlan;

let port: number;
let callback: CallbackPort;
let engine: BareEngine;
/** What listens inside, and everything that it has been connected by. */
let inside: Server;
let connections: Socket[];
let answer: (connection: Socket) => void;

beforeEach(async () => {
  port = await freePort();
  callback = await openCallbackPort(port);
  engine = new BareEngine();
  connections = [];
  inside = createServer({ allowHalfOpen: true }, (connection) => {
    connections.push(connection.on("error", () => undefined));
    answer(connection);
  }).listen(0, "127.0.0.1");
  await once(inside, "listening");
});

afterEach(async () => {
  await callback[Symbol.asyncDispose]();
  for (const connection of connections) connection.destroy();
  await new Promise((resolve) => inside.close(resolve));
});

/** Does `work` while a command runs in a sandbox that the port leads into. */
async function whileRunning(work: () => Promise<void>): Promise<void> {
  await using sandbox = await carryingInside(engine, callback, portOf(inside)).open(
    PLAN,
    new AbortController().signal,
  );
  const ending = new AbortController();
  const running = sandbox.exec({ argv: ["sleep", "600"], environment: {} }, STDIO, ending.signal);
  const ended = running.catch(() => undefined);
  await work();
  ending.abort(new Error("done"));
  await ended;
}

async function ask(host: string, request: string): Promise<string> {
  const connection = connect(port, host);
  connection.end(request);
  return await text(connection);
}

it("carries a request that is ended at once, and all of its answer, several at a time", async () => {
  const body = "x".repeat(1_000_000);
  answer = (connection) => void text(connection).then((said) => connection.end(said + body));
  await whileRunning(async () => {
    const said = await Promise.all(["one", "two", "three"].map((word) => ask("127.0.0.1", word)));
    expect(said.map((each) => each.replace(body, "…"))).toEqual(["one…", "two…", "three…"]);
    expect(await ask("localhost", "four")).toBe(`four${body}`);
  });
});

it("closes what comes before a command runs, and what nobody inside listens to", async () => {
  await expect(ask("127.0.0.1", "early")).resolves.toBe("");
  answer = (connection) => connection.destroy();
  await whileRunning(async () => {
    await expect(ask("127.0.0.1", "nobody")).resolves.toBe("");
  });
});

it("ends what runs inside for a connection that the browser has closed", async () => {
  const reached = Promise.withResolvers<undefined>();
  answer = () => {
    reached.resolve(undefined);
  };
  await whileRunning(async () => {
    const connection = connect(port, "127.0.0.1");
    connection.write("hello");
    await reached.promise;
    expect(engine.running).toBe(2);
    connection.resetAndDestroy();
    await gone(2);
  });
});

it("gives the port up, and ends what it carries, when it is disposed", async () => {
  const reached = Promise.withResolvers<undefined>();
  answer = () => {
    reached.resolve(undefined);
  };
  await whileRunning(async () => {
    const hanging = ask("127.0.0.1", "hanging");
    await reached.promise;
    await callback[Symbol.asyncDispose]();
    await hanging.catch(() => undefined);
    await gone(2);
    await expect(ask("127.0.0.1", "late")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

/** Resolves when fewer than `count` processes are left. */
async function gone(count: number): Promise<void> {
  while (engine.running >= count) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A machine can be without IPv6. */
const loopback = Object.values(networkInterfaces()).flatMap((each = []) =>
  each.filter(({ internal }) => internal).map(({ address }) => address),
);

it.each(["127.0.0.1", "::1"].filter((address) => loopback.includes(address)))(
  "refuses a port that is taken on %s, and says by whom",
  async (host) => {
    const taken = await freePort();
    const other = createServer().listen(taken, host);
    await once(other, "listening");
    const refused = openCallbackPort(taken);
    await expect(refused).rejects.toMatchObject({
      code: "PORT_TAKEN",
      message: expect.stringMatching(
        new RegExp(`port ${taken.toString()} .* by ".+" \\(process ${process.pid.toString()}\\)`),
      ) as unknown,
      hint: expect.stringContaining("--device") as unknown,
    });
    await new Promise((resolve) => other.close(resolve));
    const again = await openCallbackPort(taken);
    await again[Symbol.asyncDispose]();
  },
);

it("opens nothing where the sandbox's loopback is closed, and names the way without it", async () => {
  await using callback = await openCallbackPort(await freePort());
  const engine = carryingInside(new BareEngine(), callback, 1455);
  const plan = { network: { localhost: false } } as SandboxPlan;
  await expect(engine.open(plan, new AbortController().signal)).rejects.toMatchObject({
    code: "POLICY_DENIED",
    hint: expect.stringContaining("--device") as unknown,
  });
});
