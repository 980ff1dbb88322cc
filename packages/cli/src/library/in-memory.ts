import { randomUUID } from "node:crypto";

import type { Command, ExitStatus, Sandbox, Stdio } from "@agent-sandbox/core";
import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { quote, quoteWord } from "../quote.ts";

/** A sandbox in memory as the ones of programs are: the words of a command are one line of its shell. */
export class InMemory implements Sandbox {
  readonly id = randomUUID();
  readonly #sandbox: VirtualSandbox;

  constructor(sandbox: VirtualSandbox) {
    this.#sandbox = sandbox;
  }

  async exec(
    { argv, environment, after }: Command,
    { stdin, ...output }: Stdio,
    signal: AbortSignal,
  ): Promise<ExitStatus> {
    await after;
    signal.throwIfAborted();
    const set = Object.entries(environment).map(([name, value]) => `${name}=${quoteWord(value)} `);
    const { exitCode } = await this.#sandbox.execute(`${set.join("")}${quote(argv)}`, {
      signal,
      ...(stdin !== undefined && { stdin: bytesOf(stdin) }),
      onOutput: (stream, bytes) => void output[stream].write(bytes),
    });
    signal.throwIfAborted();
    return { status: exitCode };
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#sandbox.dispose();
    return Promise.resolve();
  }
}

/** Nothing is opened before somebody reads. */
async function* bytesOf(stdin: () => NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const piece of stdin()) yield Buffer.from(piece);
}
