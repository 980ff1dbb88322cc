import { PassThrough } from "node:stream";

import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { demux } from "./demux.ts";

/** Which part of the output is wanted (Docker Engine API, "Get container logs"). */
export interface OutputRange {
  readonly since?: Date | undefined;
  /** This many of its last lines. */
  readonly tail?: number;
  readonly signal?: AbortSignal;
}

/**
 * What PID 1 says, output and errors in one, until the container ends, the signal aborts or the
 * stream is destroyed.
 */
export async function containerOutput(
  container: Docker.Container,
  { since, tail, signal }: OutputRange,
): Promise<PassThrough> {
  const wanted = {
    follow: true,
    stdout: true,
    stderr: true,
    ...(since !== undefined && { since: (since.getTime() / 1000).toFixed(3) as unknown as number }),
    ...(tail !== undefined && { tail }),
  } as const;
  const logs = await answerTo((abortSignal) => container.logs({ ...wanted, abortSignal }), signal);
  const output = new PassThrough();
  const stop = () => {
    (logs as NodeJS.ReadableStream & { destroy(): void }).destroy();
  };
  output.once("close", stop);
  signal?.addEventListener("abort", stop, { once: true });
  void demux(logs, { stdout: output, stderr: output })
    .catch(() => undefined)
    .finally(() => output.end());
  return output;
}
