import type Docker from "dockerode";

import { statusOf } from "./answers.ts";
import { answerTo } from "./daemon-patience.ts";

/** How many processes more are allowed, from try to try: what forks without end takes room as well. */
const ROOM = [16, 64, 256];

/** What the daemon says of a container that is gone or does not run. */
const NOBODY_THERE = new Set([404, 409]);

interface FullContainer {
  readonly container: Docker.Container;
  /** How many processes the plan allows. */
  readonly pids: number;
  /** What the daemon said when it could not start one. */
  readonly error: unknown;
}

/**
 * Starts something where the container may have used up its processes: the limit is raised until it
 * starts, and put back whatever comes of it. Does nothing where that cannot be why it failed.
 */
export async function withRoom(
  { container, pids, error }: FullContainer,
  start: () => Promise<void>,
): Promise<void> {
  const status = statusOf(error);
  if (status === undefined || NOBODY_THERE.has(status)) return;
  const { HostConfig } = await answerTo((abortSignal) => container.inspect({ abortSignal }));
  const { PidsLimit } = HostConfig;
  if (PidsLimit === undefined || PidsLimit <= 0) return;
  // Another process may have raised it for its own signal just now.
  const limit = Math.min(PidsLimit, pids);
  try {
    for (const room of ROOM) {
      await setLimit(container, limit + room);
      if (await hasWorked(start)) return;
    }
  } finally {
    await setLimit(container, limit);
  }
}

async function hasWorked(start: () => Promise<void>): Promise<boolean> {
  return await start().then(
    () => true,
    () => false,
  );
}

async function setLimit(container: Docker.Container, PidsLimit: number): Promise<void> {
  await answerTo((abortSignal) => container.update({ PidsLimit, abortSignal }));
}
