import type { ForwardedSignal, SignalSource, Stdio, Terminal } from "@agent-sandbox/core";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const satisfies ForwardedSignal[];

/** This process's own streams; with `interactive`, its terminal too, where it has one. */
export function processStdio({ interactive }: { readonly interactive: boolean }): Stdio {
  const terminal = interactive && process.stdin.isTTY && process.stdout.isTTY;
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    terminal: terminal ? processTerminal : undefined,
    signals: processSignals,
  };
}

const processTerminal: Terminal = {
  size: () => ({ columns: process.stdout.columns, rows: process.stdout.rows }),
  onResize(listener) {
    process.stdout.on("resize", listener);
    return () => process.stdout.off("resize", listener);
  },
};

/** A second interrupt kills: whoever presses Ctrl-C twice means it. */
const processSignals: SignalSource = {
  onSignal(listener) {
    let interrupts = 0;
    const forward = (name: (typeof FORWARDED)[number]) => {
      interrupts += name === "SIGINT" ? 1 : 0;
      listener(interrupts > 1 ? "SIGKILL" : name);
    };
    for (const name of FORWARDED) process.on(name, forward);
    return () => {
      for (const name of FORWARDED) process.off(name, forward);
    };
  },
};

/**
 * Hands keys on as they are typed while `work` runs, and gives the terminal back however it ends,
 * also when the process exits in between.
 */
export async function withRawTerminal<T>(stdio: Stdio, work: () => Promise<T>): Promise<T> {
  if (!stdio.terminal) {
    // A stdin that nobody ends must not keep the process alive after the command.
    return await work().finally(() => process.stdin.unref());
  }
  const restore = () => process.stdin.setRawMode(false);
  process.once("exit", restore);
  process.stdin.setRawMode(true);
  try {
    return await work();
  } finally {
    restore();
    process.off("exit", restore);
    process.stdin.pause();
  }
}
