import { randomUUID } from "node:crypto";

import { recordRun, type Sandbox as OpenedSandbox, SandboxError } from "@agent-sandbox/core";
import { openAuditFile, type RecordPlace } from "@agent-sandbox/host";

import { clock } from "../clock.ts";
import { OpenRuns } from "./open-runs.ts";
import { runCaptured } from "./run-captured.ts";
import type { EngineName, ExecOptions, ExecResult, Sandbox } from "./sandbox.ts";

interface Opened {
  readonly engine: EngineName;
  readonly sandbox: OpenedSandbox;
  readonly workspace: string;
  readonly place: RecordPlace;
  /** The variables that go in with every command. */
  readonly environment: Readonly<Record<string, string>>;
  readonly runs?: OpenRuns;
  /** Whether a command waits for the ones before it. */
  readonly oneAtATime?: boolean;
}

/** A sandbox of an engine; each of its commands is a run on record. */
export class RecordedSandbox implements Sandbox {
  readonly engine: EngineName;
  readonly #opened: Opened;
  readonly #runs: OpenRuns;
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(opened: Opened) {
    this.engine = opened.engine;
    this.#opened = opened;
    this.#runs = opened.runs ?? new OpenRuns();
  }

  async exec(argv: readonly [string, ...string[]], options: ExecOptions = {}): Promise<ExecResult> {
    if (this.#closed !== undefined) throw closed(argv[0]);
    checkWords([...argv, ...Object.entries(options.environment ?? {}).flat()]);
    const running = this.#inTurn(() => this.#run(argv, options));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#opened.oneAtATime !== true) return run();
    const done = this.#last.then(() => {
      this.#ending.signal.throwIfAborted();
      return run();
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #run(argv: readonly [string, ...string[]], options: ExecOptions): Promise<ExecResult> {
    const { sandbox, place, workspace, engine } = this.#opened;
    const command = { argv, environment: { ...this.#opened.environment, ...options.environment } };
    const about = { runId: randomUUID(), engine, workspace } as const;
    const openAudit = async (runId: string) =>
      this.#runs.add(runId, await openAuditFile({ ...place, runId, now: () => new Date() }));
    return await runCaptured(options, (stdio, signal) =>
      recordRun({ about, program: argv[0] }, { openAudit, clock }, async (after) => {
        const either = AbortSignal.any([signal, this.#ending.signal]);
        return await sandbox
          .exec({ ...command, after }, stdio, either)
          .finally(() => this.#runs.settle());
      }),
    );
  }

  async #close(): Promise<void> {
    this.#ending.abort(new SandboxError("INTERRUPTED", "Cannot go on: the sandbox was closed"));
    await Promise.allSettled(this.#running);
    await this.#opened.sandbox[Symbol.asyncDispose]();
  }
}

/** No program can be given what would end a text (execve(2)). */
function checkWords(words: readonly string[]): void {
  if (!words.join("").includes("\0")) return;
  throw new SandboxError("USAGE", "Cannot run it: one of its words or variables holds a NUL", {
    hint: "Hand it over in a file, or as the input",
  });
}

function closed(program: string): SandboxError {
  return new SandboxError("USAGE", `Cannot run "${program}": the sandbox is closed`);
}
