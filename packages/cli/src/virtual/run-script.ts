import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { BROKEN_PIPE, watchOutput } from "./broken-pipe.ts";
import { pipedInput } from "./piped-input.ts";

export interface ScriptRequest {
  /** Undefined: what comes in is the script itself. */
  readonly command: string | undefined;
  readonly json: boolean;
}

/** Runs one script on this process's own streams; resolves with its status. */
export async function runScript(
  sandbox: VirtualSandbox,
  { command, json }: ScriptRequest,
  signal: AbortSignal,
): Promise<number> {
  using input = pipedInput();
  using output = watchOutput();
  const script = command ?? (await textOf(input.stdin, signal));
  const result = await sandbox.execute(script, {
    signal: AbortSignal.any([signal, output.signal]),
    ...(command !== undefined && { stdin: input.stdin }),
    ...(!json && {
      onOutput: (stream, bytes) => {
        if (!output.signal.aborted) process[stream].write(bytes);
      },
    }),
  });
  if (json) process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  return output.signal.aborted ? BROKEN_PIPE : result.exitCode;
}

async function textOf(stdin: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) {
    signal.throwIfAborted();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
