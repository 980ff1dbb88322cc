import type { Running } from "../commands/command.ts";
import { LimitError } from "../files/errors.ts";
import { NO_CHANNELS } from "../shell/io/channels.ts";
import { Collector } from "../shell/io/collector.ts";
import { runExitTrap } from "../shell/run/run-trap.ts";
import type { Shell } from "../shell/shell.ts";
import { encodeText } from "../shell/text.ts";
import { type CallStreams, heardOutput, stdinChannel } from "./call-streams.ts";
import { Stopped } from "./drive.ts";
import type { ExecutionResult } from "./result.ts";

/** One command line while it runs. */
export class Call {
  readonly running: Running<number>;
  readonly #shell: Shell;
  readonly #command: string;
  readonly #stdout: Collector;
  readonly #stderr: Collector;
  readonly #from = performance.now();
  readonly #onOutput: CallStreams["onOutput"];
  /** Whether the script ended itself by `exit`. */
  hasExited = false;

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
    this.running = this.#whole();
  }

  get commands(): number {
    return this.#shell.world.count.commands;
  }

  finish(status: number): ExecutionResult {
    this.#settle();
    return Object.freeze({
      stdout: this.#stdout.shown(),
      stderr: this.#stderr.shown(),
      exitCode: status,
      success: status === 0,
      command: this.#command,
      duration: performance.now() - this.#from,
    });
  }

  /** What ended the command before its time; every other error is thrown on. */
  fail(error: unknown, timeout: number): ExecutionResult {
    const [status, message] = reasonOf(error, timeout, this.#shell);
    const line = `bash: ${message}\n`;
    this.#onOutput?.("stderr", encodeText(line));
    const result = this.finish(status);
    this.#shell.status = status;
    return Object.freeze({ ...result, stderr: `${result.stderr}${line}` });
  }

  *#whole(): Running<number> {
    const shell = this.#shell;
    const status = yield* shell.world.interpreter.text(shell, this.#command);
    const { unwinding } = shell;
    this.hasExited = unwinding?.type === "exit" && unwinding.isFailure !== true;
    return shell.traps.size === 0 ? status : yield* runExitTrap(shell, status);
  }

  /** What one call leaves to the next is its variables, functions, options and directory. */
  #settle(): void {
    const shell = this.#shell;
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

function reasonOf(error: unknown, timeout: number, shell: Shell): readonly [number, string] {
  if (error instanceof Stopped) {
    return error.isTimeout
      ? [124, `limit commandTimeout of ${timeout} ms exceeded`]
      : [130, "aborted"];
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
  throw error;
}
