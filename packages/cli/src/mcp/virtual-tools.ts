import { SandboxError } from "@agent-sandbox/core";
import type { VirtualSandbox, VirtualSnapshot } from "@agent-sandbox/engine-virtual";

import type { Executed, ToolEngine } from "./tool-engine.ts";

/** A snapshot shares what it can with the others; a hundred of them are a bound, no budget. */
const MOST_SNAPSHOTS = 100;

/** One sandbox in memory, for the whole session. Calls wait for each other. */
export class VirtualTools implements ToolEngine {
  readonly name = "virtual";
  readonly keeps =
    "A bash in memory: files, variables, functions and the working directory stay from call to call; no process starts, and nothing reaches the host.";
  readonly #sandbox: VirtualSandbox;
  readonly #snapshots = new Map<string, VirtualSnapshot>();
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(sandbox: VirtualSandbox) {
    this.#sandbox = sandbox;
  }

  async execute(command: string, signal: AbortSignal): Promise<Executed> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return await this.#next(() => this.#sandbox.execute(command, { signal: either }));
  }

  async snapshot(name: string): Promise<string> {
    return await this.#next(() => {
      if (!this.#snapshots.has(name) && this.#snapshots.size >= MOST_SNAPSHOTS) {
        throw new SandboxError(
          "USAGE",
          `Cannot take a snapshot: there are ${MOST_SNAPSHOTS} already`,
          { hint: "Use the name of one that is not wanted any more" },
        );
      }
      this.#snapshots.set(name, this.#sandbox.createSnapshot());
      return `Took the snapshot "${name}"`;
    });
  }

  async restore(name: string): Promise<string> {
    return await this.#next(() => {
      const snapshot = this.#snapshots.get(name);
      if (snapshot === undefined) throw this.#unknown(name);
      this.#sandbox.restoreSnapshot(snapshot);
      return `All is as it was at the snapshot "${name}"`;
    });
  }

  async list(): Promise<Readonly<Record<string, unknown>>> {
    return await this.#next(() => ({
      engine: this.name,
      workingDirectory: this.#sandbox.workingDirectory,
      ...this.#sandbox.getStats(),
      snapshots: [...this.#snapshots].map(([name, { takenAt }]) => ({ name, takenAt })),
    }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }

  #unknown(name: string): SandboxError {
    const names = [...this.#snapshots.keys()].map((one) => `"${one}"`).join(", ");
    return new SandboxError("USAGE", `Cannot restore "${name}": there is no such snapshot`, {
      hint: names === "" ? "Take one first" : `There are ${names}`,
    });
  }

  /** One after the other: a sandbox runs one command at a time. */
  #next<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
