import type { Running } from "../commands/command.ts";
import { LimitError } from "../files/errors.ts";
import { NO_CHANNELS } from "../shell/io/channels.ts";
import { Collector } from "../shell/io/collector.ts";
import type { Processes } from "../shell/jobs/processes.ts";
import { runExitTrap } from "../shell/run/run-trap.ts";
import type { Shell } from "../shell/shell.ts";
import { encodeText } from "../shell/text.ts";
import { type CallStreams, heardOutput, stdinChannel } from "./call-streams.ts";
import { Stopped } from "./drive.ts";
import type { ExecutionResult } from "./result.ts";

/** One command line while it runs. */
export class Call {
  /** Its script, and all that runs beside it. */
  readonly running: Processes;
  readonly #shell: Shell;
  readonly #command: string;
  readonly #stdout: Collector;
  readonly #stderr: Collector;
  readonly #from = performance.now();
  readonly #onOutput: CallStreams["onOutput"];
  /** Whether the script ended itself by `exit`. */
  hasExited = false;
  /** Of the script, once it has ended: what it left in the background may still run. */
  #status: number | undefined;

  constructor(shell: Shell, command: string, { onOutput, stdin }: CallStreams = {}) {
    const { count, limits } = shell.world;
    count.commands = 0;
    this.#shell = shell;
    this.#command = command;
    this.#stdout = new Collector("maxOutputSize", limits.maxOutputSize);
    this.#stderr = new Collector("maxOutputSize", limits.maxOutputSize);
    shell.channels = [
      stdinChannel(stdin),
      { output: heardOutput(this.#stdout, "stdout", onOutput) },
      { output: heardOutput(this.#stderr, "stderr", onOutput) },
    ];
    this.#onOutput = onOutput;
    this.running = shell.world.processes;
    this.running.begin({
      shell,
      running: this.#whole(),
      text: () => this.#command,
      ended: (_, status, signal) => this.#killed(status, signal),
    });
  }

  get commands(): number {
    return this.#shell.world.count.commands;
  }

  /** `words` are what there is to say beside what the script has written. */
  finish(status: number, words = this.#leftWords()): ExecutionResult {
    if (words !== "") this.#onOutput?.("stderr", encodeText(words));
    this.#settle();
    return Object.freeze({
      stdout: this.#stdout.shown(),
      stderr: this.#stderr.shown() + words,
      exitCode: status,
      success: status === 0,
      command: this.#command,
      duration: performance.now() - this.#from,
    });
  }

  /** What ended the command before its time; every other error is thrown on. */
  fail(error: unknown, timeout: number): ExecutionResult {
    const isOver = error instanceof Stopped && error.reason !== "aborted";
    if (this.#status !== undefined && isOver) return this.finish(this.#status);
    const reason = reasonOf(error, timeout, this.#shell);
    if (reason === undefined) {
      this.#settle();
      throw error;
    }
    const [status, message] = reason;
    this.#shell.status = status;
    return this.finish(status, `bash: ${message}\n`);
  }

  *#whole(): Running<number> {
    const shell = this.#shell;
    const status = yield* shell.world.interpreter.text(shell, this.#command);
    const { unwinding } = shell;
    this.hasExited = unwinding?.type === "exit" && unwinding.isFailure !== true;
    return yield* this.#outlast(
      shell.traps.size === 0 ? status : yield* runExitTrap(shell, status),
    );
  }

  /** By a signal from something in the background. */
  *#killed(status: number, signal: string): Running<number> {
    const isHard = signal === "SIGKILL";
    return yield* this.#outlast(isHard ? status : yield* runExitTrap(this.#shell, status));
  }

  /** What was left in the background goes on for a while. */
  *#outlast(status: number): Running<number> {
    this.#status = status;
    const { canWait, limits } = this.#shell.world;
    if (this.running.isBusy) {
      yield* this.running.outlast(limits.maxBackgroundTime, canWait());
    }
    return status;
  }

  /** Nothing outlives its call; nobody is to take it for done. */
  #leftWords(): string {
    if (!this.running.isBusy) return "";
    const texts = new Set(this.running.background.map(({ text }) => text()));
    return [...texts].map((text) => `bash: left in the background, and ended: ${text}\n`).join("");
  }

  /** What one call leaves to the next is its variables, functions, options and directory. */
  #settle(): void {
    const shell = this.#shell;
    this.running.return();
    if (shell.channels.length > 3) {
      for (const channel of shell.channels.slice(3)) channel?.close?.();
    }
    shell.channels = NO_CHANNELS;
    shell.unwinding = undefined;
    shell.receivers.length = 0;
    shell.variables.endScopes();
    // No later call could switch it off again.
    shell.switch("noexec", false);
    shell.endAll();
  }
}

const STATUS = {
  "time is up": (timeout) => [124, `limit commandTimeout of ${timeout} ms exceeded`],
  aborted: () => [130, "aborted"],
  "every command waits for another one": () => [126, "ended: every command waits for another one"],
} satisfies Record<Stopped["reason"], (timeout: number) => readonly [number, string]>;

function reasonOf(
  error: unknown,
  timeout: number,
  shell: Shell,
): readonly [number, string] | undefined {
  if (error instanceof Stopped) {
    return STATUS[error.reason](timeout);
  }
  if (error instanceof LimitError) return [126, error.message];
  if (error instanceof RangeError) {
    const { maxRecursion, maxVariableSize } = shell.world.limits;
    const isStack = error.message.includes("call stack");
    const limit = isStack
      ? new LimitError("maxRecursion", maxRecursion)
      : new LimitError("maxVariableSize", maxVariableSize);
    return [126, limit.message];
  }
  return undefined;
}
