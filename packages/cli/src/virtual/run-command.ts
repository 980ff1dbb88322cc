import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { listenForInterrupts } from "../interrupts.ts";
import type { Surroundings } from "../surroundings.ts";
import { pipedInput } from "./piped-input.ts";
import { prepareVirtual } from "./prepare-virtual.ts";
import { recordedSession } from "./recorded-session.ts";
import type { SandboxRequest } from "./sandbox-request.ts";

export interface CommandRequest extends SandboxRequest {
  readonly command: string;
  readonly json: boolean;
}

/** Runs one command in a sandbox that is made for it; resolves with its status. */
export async function runInVirtual(
  request: CommandRequest,
  surroundings: Surroundings,
): Promise<number> {
  using interrupts = listenForInterrupts();
  const { signal } = interrupts;
  const prepared = await prepareVirtual(request, surroundings, signal);
  return await recordedSession(prepared, surroundings, (sandbox) =>
    runOne(sandbox, request, signal),
  );
}

async function runOne(
  sandbox: VirtualSandbox,
  { command, json }: CommandRequest,
  signal: AbortSignal,
): Promise<number> {
  using input = pipedInput();
  const { stdin } = input;
  const result = await sandbox.execute(command, {
    ...{ signal, stdin },
    ...(!json && { onOutput: (stream, bytes) => void process[stream].write(bytes) }),
  });
  if (json) process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  return result.exitCode;
}
