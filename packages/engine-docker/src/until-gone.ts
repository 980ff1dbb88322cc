import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";

/** How long the daemon may take to remove what has ended, in milliseconds. */
const REMOVAL = 5_000;
const POLL = 20;

/** By asking: Docker 20.10 can miss a removal that it waits for, and then it waits for ever. */
export async function untilGone(container: Docker.Container): Promise<void> {
  for (let waited = 0; waited < REMOVAL; waited += POLL) {
    const isThere = await answerTo((abortSignal) => container.inspect({ abortSignal })).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    await sleep(POLL);
  }
}
