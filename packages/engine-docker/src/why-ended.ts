import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { type ContainerEvent, parseEvent } from "./container-events.ts";
import { containerOutput } from "./container-output.ts";
import { answerTo } from "./daemon-patience.ts";

/** How far back a reason is looked for, in lines of PID 1's output. */
const LOOK_BACK = 50;

/** The daemon hears of a command's end a little before it hears of its container's: milliseconds. */
const AFTERWARDS = 300;
const POLL = 50;

/** What to tell whoever was inside when the container ended; undefined where it goes on running. */
export async function whyEnded(container: Docker.Container): Promise<SandboxError | undefined> {
  const State = await stateAfterwards(container);
  if (State.Running) return undefined;
  const lost = (await lastEvents(container)).findLast(({ event }) => event === "mount.lost");
  if (lost !== undefined) {
    return new SandboxError(
      "SANDBOX_FAILED",
      `Cannot go on: the protection of "${lost.path ?? "?"}" was lost, and the sandbox has ended`,
      {
        hint: 'A program on the host replaced that file, as "git config" does; start the sandbox again. "container.on-lost-mount": "warn" lets it go on unprotected',
      },
    );
  }
  const state = State.OOMKilled ? "it had no memory left" : "its container was stopped";
  return new SandboxError("SANDBOX_FAILED", `Cannot go on: the sandbox has ended, ${state}`, {
    hint: 'Start it again with "agent-sandbox start"',
  });
}

async function stateAfterwards(container: Docker.Container) {
  for (let waited = 0; ; waited += POLL) {
    const { State } = await answerTo((abortSignal) => container.inspect({ abortSignal }));
    if (!State.Running || waited >= AFTERWARDS) return State;
    await sleep(POLL);
  }
}

async function lastEvents(container: Docker.Container): Promise<readonly ContainerEvent[]> {
  const said = await text(await containerOutput(container, { tail: LOOK_BACK }));
  return said.split("\n").flatMap((line) => parseEvent(line) ?? []);
}
