import type { TypedHistory } from "@agent-sandbox/host";
import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { completeLine } from "./complete-line.ts";
import { readScript } from "./read-script.ts";
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

/** Runs what is typed, until somebody ends it. Ctrl-C ends the command that runs. */
export async function converse(
  sandbox: VirtualSandbox,
  { history, signal }: ConversePorts,
): Promise<Conversation> {
  let running = new AbortController();
  using lines = new TypedLines({
    history: history.lines,
    complete: (line) => completeLine(sandbox, line),
    interrupt: () => running.abort(),
  });
  const ports = {
    next: (prompt: string) => lines.next(prompt, signal),
    prompt: () => promptOf(sandbox),
    keep: (line: string) => history.add(line),
  };
  let [status, hasRun] = [0, false];
  for (;;) {
    const script = await readScript(ports);
    if (script === undefined) return { status: signal.aborted ? 130 : status, hasRun };
    running = new AbortController();
    status = await run(sandbox, script, AbortSignal.any([running.signal, signal]));
    hasRun = true;
    if (sandbox.hasExited) return { status, hasRun };
  }
}

async function run(sandbox: VirtualSandbox, script: string, signal: AbortSignal): Promise<number> {
  const { exitCode } = await sandbox.execute(script, {
    signal,
    onOutput: (stream, bytes) => void process[stream].write(bytes),
  });
  return exitCode;
}

function promptOf({ workingDirectory }: VirtualSandbox): string {
  return `[virtual] ${workingDirectory} $ `;
}
