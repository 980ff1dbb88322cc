import type { ForwardedSignal, SignalSource, Stdio, Terminal } from "@agent-sandbox/core";

import { hangUpWith } from "./hang-up.ts";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const satisfies ForwardedSignal[];

/** Between two interrupts that mean one thing, in milliseconds. */
const SOON = 2_000;

interface StdioRequest {
  readonly interactive: boolean;
  /** Whether there is one; where input and output both are one, without it. */
  readonly isTerminal?: () => boolean;
}

/** This process's own streams; with `interactive`, its terminal too, where it has one. */
export function processStdio({
  interactive,
  isTerminal = () => process.stdin.isTTY && process.stdout.isTTY,
}: StdioRequest): Stdio {
  const terminal = interactive && isTerminal();
  return {
    stdin: () => {
      hangUpWith(process.stdin);
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    terminal: terminal ? processTerminal : undefined,
    signals: processSignals,
  };
}

const processTerminal: Terminal = {
  size: () => ({ columns: process.stdout.columns, rows: process.stdout.rows }),
  attach(onResize) {
    const restore = () => {
      try {
        process.stdin.setRawMode(false);
      } catch {
        // A terminal that was closed has nothing to restore.
      }
    };
    // However the process ends, short of a kill, the person's shell must find its terminal again.
    process.once("exit", restore);
    process.stdout.on("resize", onResize);
    process.stdin.setRawMode(true);
    return () => {
      restore();
      process.off("exit", restore);
      process.stdout.off("resize", onResize);
    };
  },
};

/**
 * A second interrupt soon after the first kills: whoever presses Ctrl-C twice means it. An output
 * whose reader has gone (`| head`) is what a broken pipe is to a command outside of a sandbox.
 */
const processSignals: SignalSource = {
  onSignal(listener) {
    let interruptedAt = -Infinity;
    const forward = (name: (typeof FORWARDED)[number]) => {
      const isAgain = name === "SIGINT" && performance.now() - interruptedAt < SOON;
      if (name === "SIGINT") interruptedAt = performance.now();
      listener(isAgain ? "SIGKILL" : name);
    };
    const outputs = [process.stdout, process.stderr];
    const tellOfBrokenPipe = ({ code }: NodeJS.ErrnoException) => {
      if (code === "EPIPE") listener("SIGPIPE");
    };
    for (const name of FORWARDED) process.on(name, forward);
    for (const output of outputs) output.once("error", tellOfBrokenPipe);
    return () => {
      for (const name of FORWARDED) process.off(name, forward);
      for (const output of outputs) output.off("error", tellOfBrokenPipe);
    };
  },
};
