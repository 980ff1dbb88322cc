import { createHash } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";

import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { demux } from "./demux.ts";

/** One line of a container's output. */
export interface SaidLine {
  /** Tells it from every other line of every container. */
  readonly id: string;
  /** When, by the daemon's clock. */
  readonly at: Date;
  readonly text: string;
}

/**
 * What PID 1 has said on its standard output since then, in its order; also of a container that has
 * ended. Of a gate and of a sandbox the daemon keeps ten megabytes at most.
 */
export async function saidSince(
  container: Docker.Container,
  since: Date,
  signal: AbortSignal,
): Promise<readonly SaidLine[]> {
  const wanted = {
    stdout: true,
    timestamps: true,
    since: (since.getTime() / 1000).toFixed(3) as unknown as number,
  } as const;
  const logs = await answerTo((abortSignal) => container.logs({ ...wanted, abortSignal }), signal);
  const said = new PassThrough();
  const lines = text(said);
  await demux(Readable.from([logs]), { stdout: said, stderr: said });
  said.end();
  return (await lines).split("\n").flatMap((line) => parseLine(container.id, line) ?? []);
}

function parseLine(containerId: string, line: string): SaidLine | undefined {
  const [, time = "", said] = /^(\S+) (.*)$/.exec(line) ?? [];
  const at = new Date(time);
  if (said === undefined || Number.isNaN(at.getTime())) return undefined;
  const id = createHash("sha256").update(`${containerId} ${line}`).digest("hex").slice(0, 32);
  return { id, at, text: said };
}
