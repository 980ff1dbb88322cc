import { Readable } from "node:stream";

import { type ExitStatus, SandboxError, type Stdio } from "@agent-sandbox/core";

import { Capture } from "../capture.ts";
import type { ExecOptions, ExecResult } from "./sandbox.ts";

/** What a result keeps of each stream, in bytes. */
const CAPTURED = 16 * 1024 * 1024;

/** Runs something with streams of its own, and keeps what it says. */
export async function runCaptured(
  options: ExecOptions,
  run: (stdio: Stdio, signal: AbortSignal) => Promise<ExitStatus>,
): Promise<ExecResult> {
  const { input, maxOutput = CAPTURED, timeout, signal } = options;
  const [stdout, stderr] = [new Capture(maxOutput), new Capture(maxOutput)];
  const stdio: Stdio = {
    stdin: input === undefined ? undefined : () => readableOf(input),
    stdout: options.stdout ?? stdout,
    stderr: options.stderr ?? stderr,
    terminal: undefined,
    // A library leaves the process's signals to the program that it is in.
    signals: { onSignal: () => () => undefined },
  };
  const startedAt = performance.now();
  using limit = endingAfter(timeout, signal);
  const { status } = await run(stdio, limit.signal);
  return {
    exitCode: status,
    stdout: stdout.text(),
    stderr: stderr.text(),
    dropped: stdout.dropped + stderr.dropped,
    duration: performance.now() - startedAt,
  };
}

function readableOf(input: NonNullable<ExecOptions["input"]>): Readable {
  return input instanceof Readable ? input : Readable.from([Buffer.from(input)]);
}

/** Aborts when `signal` does, or once the time is over; until it is disposed. */
function endingAfter(
  timeout: number | undefined,
  signal: AbortSignal | undefined,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(signal?.reason);
  };
  const end = () => {
    controller.abort(new SandboxError("TIMED_OUT", "Cannot finish the command: its time is over"));
  };
  const timer = timeout === undefined ? undefined : setTimeout(end, timeout);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}
