import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";

/** The daemon closes a command's output a little before it notes its status: milliseconds. */
const AFTERWARDS = 300;
const POLL = 25;

/** What a command in a container has ended with; null while it goes on. Fails as `answerTo` does. */
export async function statusNow(exec: Docker.Exec, signal?: AbortSignal): Promise<number | null> {
  return (await answerTo((abortSignal) => exec.inspect({ abortSignal }), signal)).ExitCode;
}

/** The same of one whose output has ended. */
export async function statusAtEnd(exec: Docker.Exec): Promise<number | null> {
  for (let waited = 0; ; waited += POLL) {
    const status = await statusNow(exec);
    if (status !== null || waited >= AFTERWARDS) return status;
    await sleep(POLL);
  }
}
