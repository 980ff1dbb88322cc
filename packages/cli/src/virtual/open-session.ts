import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { listenForInterrupts } from "../interrupts.ts";
import type { Surroundings } from "../surroundings.ts";
import { prepareVirtual } from "./prepare-virtual.ts";
import { recordedSession } from "./recorded-session.ts";
import { runScript, type ScriptRequest } from "./run-script.ts";
import type { SandboxRequest } from "./sandbox-request.ts";
import { readSnapshot, restoreSnapshot, saveSnapshot } from "./snapshot-file.ts";

export type SessionRequest = SandboxRequest & ScriptRequest;

/**
 * Opens a sandbox for a command, for a script on standard input or for a person at a terminal; resolves
 * with its status once it is saved.
 */
export async function openSession(
  request: SessionRequest,
  surroundings: Surroundings,
): Promise<number> {
  using interrupts = listenForInterrupts();
  const { signal } = interrupts;
  const prepared = await prepareVirtual(request, surroundings, signal);
  const snapshot = readSnapshot(request);
  const work = async (sandbox: VirtualSandbox) => {
    restoreSnapshot(sandbox, snapshot);
    const save = async () => await saveSnapshot(sandbox, request.snapshot);
    if (request.command === undefined && isOnTerminal(request)) {
      const { talkOnTerminal } = await import("./repl/talk-on-terminal.ts");
      return await talkOnTerminal(sandbox, { surroundings, signal, save });
    }
    const status = await runScript(sandbox, request, signal);
    await save();
    return status;
  };
  return await recordedSession(prepared, surroundings, work);
}

function isOnTerminal({ json }: ScriptRequest): boolean {
  return !json && process.stdin.isTTY && process.stdout.isTTY;
}
