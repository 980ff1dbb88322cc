import { PassThrough } from "node:stream";

import type Docker from "dockerode";

import { demux } from "./demux.ts";

/** Which part of the output is wanted (Docker Engine API, "Get container logs"). */
export interface OutputRange {
  readonly since?: Date | undefined;
  /** This many of its last lines. */
  readonly tail?: number;
  readonly abortSignal?: AbortSignal;
}

/**
 * What PID 1 says, output and errors in one, until the container ends, the signal aborts or the
 * stream is destroyed.
 */
export async function containerOutput(
  container: Docker.Container,
  { since, ...range }: OutputRange,
): Promise<PassThrough> {
  const logs = await container.logs({
    follow: true,
    stdout: true,
    stderr: true,
    ...(since !== undefined && { since: (since.getTime() / 1000).toFixed(3) as unknown as number }),
    ...range,
  });
  const output = new PassThrough();
  output.once("close", () => {
    (logs as NodeJS.ReadableStream & { destroy(): void }).destroy();
  });
  void demux(logs, { stdout: output, stderr: output })
    .catch(() => undefined)
    .finally(() => output.end());
  return output;
}
