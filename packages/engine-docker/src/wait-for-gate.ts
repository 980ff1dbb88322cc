import { createInterface } from "node:readline";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { parseEvent } from "./container-events.ts";
import { containerOutput } from "./container-output.ts";

/** It is there in a fraction of a second; a daemon under load gets this long, in milliseconds. */
const PATIENCE = 60_000;
/** How much of what a gate said that did not open is shown. */
const LAST_LINES = 20;

export interface GateWait {
  readonly signal: AbortSignal;
  /** What it said before is of an earlier start. */
  readonly since?: Date;
}

/** Resolves once a gate has its sockets. Fails with SANDBOX_FAILED, in its own words. */
export async function waitForGate(
  gate: Docker.Container,
  { signal, since }: GateWait,
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const output = await containerOutput(gate, { signal: limit, since });
  const said: string[] = [];
  try {
    for await (const line of createInterface({ input: output })) {
      if (parseEvent(line)?.event === "gate.ready") return;
      said.push(line);
    }
  } finally {
    output.destroy();
  }
  signal.throwIfAborted();
  const reason = said.flatMap((line) => parseEvent(line)?.reason ?? [])[0];
  throw new SandboxError("SANDBOX_FAILED", "Cannot open the gate: it ended before it was ready", {
    hint:
      reason ??
      'Build the images again, if they are old: "agent-sandbox build-base" and "agent-sandbox build"',
    detail: said.slice(-LAST_LINES).join("\n"),
  });
}
