import type { Socket } from "node:net";
import { Writable } from "node:stream";

import { type Engine, type Sandbox, SandboxError } from "@agent-sandbox/core";

import type { CallbackPort, Carry } from "./callback-port.ts";

/**
 * Runs in the sandbox: a published port does not reach what listens on the loopback there. Node
 * is in every image of ours, and this needs nothing else of it.
 */
const RELAY = `const socket = require("node:net").connect(Number(process.argv[1]), "127.0.0.1");
process.stdin.pipe(socket).pipe(process.stdout);
socket.on("error", () => (process.exitCode = 1)).on("close", () => process.stdin.destroy());`;

/**
 * The same engine; while a command runs, what comes to the port is carried into its sandbox. Opening fails
 * with POLICY_DENIED where the sandbox's loopback is closed.
 */
export function carryingInside(
  engine: Engine,
  callback: CallbackPort,
  containerPort: number,
): Engine {
  return {
    name: engine.name,
    describe: (plan) => engine.describe(plan),
    async open(plan, signal) {
      if (!plan.network.localhost) throw loopbackClosed();
      const sandbox = await engine.open(plan, signal);
      return {
        id: sandbox.id,
        async exec(command, stdio, ending) {
          callback.carryBy(carryInto(sandbox, containerPort));
          const exit = await sandbox.exec(command, stdio, ending);
          await callback.settled();
          return exit;
        },
        [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
      };
    },
  };
}

function loopbackClosed(): SandboxError {
  return new SandboxError(
    "POLICY_DENIED",
    'Cannot carry the browser into the sandbox: "network.localhost" is false, and the sign-in waits on the loopback',
    { hint: "Sign in with --device, which does without it" },
  );
}

function carryInto(sandbox: Sandbox, port: number): Carry {
  return async (connection: Socket, signal: AbortSignal) => {
    const command = {
      argv: ["node", "-e", RELAY, port.toString()],
      environment: {},
    } as const;
    const stdio = {
      stdin: () => connection,
      stdout: connection,
      stderr: nowhere(),
      terminal: undefined,
      signals: { onSignal: () => () => undefined },
    };
    await sandbox.exec(command, stdio, signal);
  };
}

function nowhere(): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
}
