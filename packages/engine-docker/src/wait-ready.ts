import { createInterface } from "node:readline";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { parseEvent } from "./container-events.ts";
import { containerOutput } from "./container-output.ts";

/** It takes a fraction of a second; a machine that starts twenty at once under load gets this long, in milliseconds. */
const READY_TIMEOUT = 180_000;
/** A daemon under load may follow a log and tell nothing of it: it is asked anew after this long, in milliseconds. */
const AGAIN = 5_000;
/** How much of what was said instead is shown. */
const LAST_LINES = 20;

/** What becomes ready, and what it tells then (`base-image/README.md`). */
const REPORTS = { sandbox: "sandbox.ready", gate: "gate.ready" } as const;

export interface ReadyRequest {
  readonly signal: AbortSignal;
  /** When the container's earlier run ended: its log still holds that run's report. */
  readonly lastEnd?: Date | undefined;
  /** In milliseconds. */
  readonly limit?: number;
}

/**
 * Resolves once PID 1 of a sandbox or a gate has reported ready for the container's current start. Fails with
 * SANDBOX_FAILED and the set-up's own last lines when it ends instead, or takes longer than `limit`.
 */
export async function waitReady(
  opened: keyof typeof REPORTS,
  container: Docker.Container,
  { signal, lastEnd, limit = READY_TIMEOUT }: ReadyRequest,
): Promise<void> {
  const end = performance.now() + limit;
  for (;;) {
    const left = Math.max(0, end - performance.now());
    const { said, state } = await listen(REPORTS[opened], container, {
      ...{ signal, lastEnd, limit: Math.min(left, AGAIN) },
    });
    if (state === "ready") return;
    signal.throwIfAborted();
    if (state === "ended") throw endedEarly(opened, said);
    if (performance.now() >= end) throw tooLate(opened, { limit, said });
  }
}

interface Heard {
  readonly state: "ready" | "ended" | "silent";
  readonly said: readonly string[];
}

/** Listens until the container reports `event`, ends, or has not done so for `limit` milliseconds. */
async function listen(
  event: string,
  container: Docker.Container,
  { signal, lastEnd, limit }: ReadyRequest & { readonly limit: number },
): Promise<Heard> {
  // Not since its start: Docker notes that down when the first lines may have been said already.
  const output = await containerOutput(container, { since: lastEnd, signal });
  const waited = { long: false };
  const timer = setTimeout(() => {
    waited.long = true;
    output.end();
  }, limit);
  const said: string[] = [];
  try {
    for await (const line of createInterface({ input: output })) {
      if (parseEvent(line)?.event === event) return { state: "ready", said };
      said.push(line);
    }
  } finally {
    clearTimeout(timer);
    output.destroy();
  }
  return { state: waited.long ? "silent" : "ended", said };
}

function endedEarly(opened: string, said: readonly string[]): SandboxError {
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot open the ${opened}: its set-up ended before it was ready`,
    { hint: reasonOf(said), detail: lastOf(said) },
  );
}

function tooLate(
  opened: string,
  { limit, said }: { readonly limit: number; readonly said: readonly string[] },
): SandboxError {
  const seconds = Math.round(limit / 1000);
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot open the ${opened}: its set-up was not done after ${seconds.toString()} s`,
    {
      hint: "Try again when the machine has less to do; what the set-up said so far may name what it waits for",
      detail: lastOf(said) || "It said nothing",
    },
  );
}

function lastOf(said: readonly string[]): string {
  return said.slice(-LAST_LINES).join("\n");
}

function reasonOf(said: readonly string[]): string {
  const failed = said.map(parseEvent).findLast((event) => event?.reason !== undefined);
  return (
    failed?.reason ??
    said.at(-1) ??
    'It said nothing: build the images again, if they are old, by "agent-sandbox build-base" and "agent-sandbox build"'
  );
}
