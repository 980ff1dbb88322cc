import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";

import { type ExitStatus, SandboxError, type Stdio } from "@agent-sandbox/core";

export interface HostProgram {
  /** The first word is its absolute path. */
  readonly argv: readonly [string, ...string[]];
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: Stdio;
}

/** Between being told to end and being killed, in milliseconds. */
const GRACE = 3_000;

/** The terminal itself sends these to all that runs in it. */
const OF_TERMINAL = new Set(["SIGINT", "SIGQUIT"]);

/** Runs a program of the host to its end. Aborting ends it, and rejects with the signal's reason. */
export async function runProgram(
  { argv: [program, ...words], directory, env, stdio }: HostProgram,
  signal: AbortSignal,
): Promise<ExitStatus> {
  signal.throwIfAborted();
  const options = { cwd: directory, env } as const;
  const isPerson = stdio.terminal !== undefined;
  const child = isPerson
    ? spawn(program, words, { ...options, stdio: "inherit" })
    : connect(spawn(program, words, { ...options, stdio: "pipe" }), stdio);
  const stopSignals = stdio.signals.onSignal((name) => {
    if (!(process.stdin.isTTY && OF_TERMINAL.has(name))) child.kill(name);
  });
  const end = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), GRACE).unref();
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    const [status, by] = await ended(child, program);
    signal.throwIfAborted();
    return { status: status ?? 128 + (by === null ? 0 : constants.signals[by]) };
  } finally {
    signal.removeEventListener("abort", end);
    stopSignals();
  }
}

/** How it ended; fails with PROGRAM_MISSING where it never began, such as a script without its interpreter. */
async function ended(child: ChildProcess, program: string) {
  try {
    return (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  } catch (cause) {
    throw new SandboxError("PROGRAM_MISSING", `Cannot run "${program}": it cannot be started`, {
      hint: "See whether it runs by itself on this machine",
      cause,
    });
  }
}

function connect(child: ChildProcess, { stdin, stdout, stderr }: Stdio): ChildProcess {
  const input = stdin?.();
  // A program that ends without reading its input is no failure of ours.
  child.stdin?.on("error", () => undefined);
  if (input === undefined) child.stdin?.end();
  else if (child.stdin) input.pipe(child.stdin);
  child.stdout?.pipe(stdout, { end: false });
  child.stderr?.pipe(stderr, { end: false });
  child.once("close", () => {
    input?.unpipe();
    input?.pause();
  });
  return child;
}
