import type { TypedHistory } from "@agent-sandbox/host";
import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { completeLine } from "./complete-line.ts";
import { LastLine } from "./last-line.ts";
import { readScript } from "./read-script.ts";
import { typedInput } from "./typed-input.ts";
import { TypedLines } from "./typed-lines.ts";

export interface ConversePorts {
  readonly history: TypedHistory;
  /** Ends the conversation from outside. */
  readonly signal: AbortSignal;
}

export interface Conversation {
  /** Of the last command, or what `exit` says. */
  readonly status: number;
  /** Whether anything was run. */
  readonly hasRun: boolean;
}

/**
 * Runs what is typed, until somebody ends it. A command that reads is typed to, until Ctrl-D; Ctrl-C ends
 * it.
 */
export async function converse(
  sandbox: VirtualSandbox,
  { history, signal }: ConversePorts,
): Promise<Conversation> {
  // As in every shell that somebody types to.
  sandbox.executeSync("shopt -s expand_aliases");
  let running = new AbortController();
  using lines = new TypedLines({
    history: history.lines,
    complete: (line) => completeLine(sandbox, line),
    interrupt: () => running.abort(),
  });
  const shown = new LastLine();
  const ports = {
    next: async (prompt: string) => {
      const typed = await lines.next(begunRow(shown) + prompt, { signal, isKept: true });
      shown.end();
      return typed;
    },
    prompt: () => promptOf(sandbox),
    keep: (line: string) => history.add(line),
  };
  let [status, hasRun] = [0, false];
  for (;;) {
    const script = await readScript(ports);
    if (script === undefined) return { status: signal.aborted ? 130 : status, hasRun };
    running = new AbortController();
    status = await run(sandbox, script, { lines, shown, signal, running });
    hasRun = true;
    if (sandbox.hasExited) return { status, hasRun };
  }
}

interface RunPorts extends Pick<ConversePorts, "signal"> {
  readonly lines: TypedLines;
  readonly shown: LastLine;
  /** Aborted by Ctrl-C, and once the command is over. */
  readonly running: AbortController;
}

async function run(
  sandbox: VirtualSandbox,
  script: string,
  { lines, shown, signal, running }: RunPorts,
): Promise<number> {
  const either = AbortSignal.any([running.signal, signal]);
  const next = async () => {
    const typed = await lines.next(begunRow(shown), { signal: either, isKept: false });
    shown.end();
    return typed;
  };
  try {
    const { exitCode } = await sandbox.execute(script, {
      signal: either,
      stdin: typedInput({ next, interrupt: () => running.abort() }),
      isTyped: true,
      onOutput: (stream, bytes) => {
        shown.add(bytes);
        process[stream].write(bytes);
      },
    });
    return exitCode;
  } finally {
    // What still waits for a line takes none away from the prompt.
    running.abort();
  }
}

function begunRow(shown: LastLine): string {
  return shown.row(process.stdout.columns);
}

function promptOf({ workingDirectory }: VirtualSandbox): string {
  return `[virtual] ${workingDirectory} $ `;
}
