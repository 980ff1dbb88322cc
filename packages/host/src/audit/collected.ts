import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PushEvent } from "@agent-sandbox/core";
import { readJsonFile, writeJsonFile } from "../state/json-file.ts";
import { stateFailure } from "../state/state-failure.ts";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { type Collected, idsIn, OVERLAP_MS, parseCollected, recent } from "./collected-state.ts";
import { auditFileOf, openAuditFile } from "./open-audit-file.ts";

/** A push as its gate's output tells it. */
export interface CollectedPush {
  /** When the gate said it, in milliseconds since the epoch. */
  readonly at: number;
  readonly event: PushEvent;
}

export interface CollectRequest {
  /** The gate container's id. */
  readonly gateId: string;
  /** Reads what the gate has said since that moment, in milliseconds; more does no harm. */
  readonly read: (since: number) => Promise<readonly CollectedPush[]>;
  readonly signal: AbortSignal;
}

/** Brings the pushes that gates decided into the audit record, each one once. */
export interface PushCollector {
  /** Records what is not on record yet, and resolves with it. Fails with AUDIT_FAILED. */
  collect(request: CollectRequest): Promise<readonly PushEvent[]>;
  /** Forgets a gate that is gone. */
  forget(gateId: string): Promise<void>;
}

/** Remembers in `collected/<gateId>.json` of the state folder which pushes are on record. */
export function createPushCollector(stateDir: string, now: () => Date): PushCollector {
  const directory = join(stateDir, "collected");
  const lock = createWorkspaceLock(directory);
  const fileOf = (gateId: string): string => join(directory, `${gateId}.json`);
  return {
    async collect({ gateId, read, signal }) {
      const file = fileOf(gateId);
      // Mostly nothing was pushed: that is told without a lock, at the end of each run.
      if ((await look(file, read)).fresh.length === 0) return [];
      return await lock.hold(gateId, signal, async () => {
        const { known, fresh } = await look(file, read);
        if (fresh.length > 0) await record({ file, known, fresh }, { stateDir, now });
        return fresh.map(({ event }) => event);
      });
    },
    forget: (gateId) => rm(fileOf(gateId), { force: true }),
  };
}

/** What is on record of a gate, and what is not yet. */
async function look(
  file: string,
  read: CollectRequest["read"],
): Promise<Pick<Recording, "known" | "fresh">> {
  const before = parseCollected(await readJsonFile(file));
  const pushes = await read(Math.max(0, before.until - OVERLAP_MS));
  const known = await settle(before, pushes);
  const ids = new Set(known.recorded.map(({ id }) => id));
  return { known, fresh: pushes.filter(({ event }) => !ids.has(event.pushId)) };
}

/** What is known once the recording that a crash interrupted, if one did, is counted in. */
async function settle(
  { until, recorded, pending }: Collected,
  pushes: readonly CollectedPush[],
): Promise<Collected> {
  const times = new Map(pushes.map(({ at, event }) => [event.pushId, at]));
  const done = [...(await idsIn(pending))].map((id) => ({ id, at: times.get(id) ?? until }));
  return { until, recorded: [...recorded, ...done], pending };
}

interface Recording {
  readonly file: string;
  readonly known: Collected;
  readonly fresh: readonly CollectedPush[];
}

/**
 * Invariant: the file that is being written is remembered before its first event, with all that
 * earlier files hold, so that a crash at any point neither loses a push nor records it twice.
 */
async function record(
  { file, known, fresh }: Recording,
  { stateDir, now }: { readonly stateDir: string; readonly now: () => Date },
): Promise<void> {
  // One moment for all: the file's name has the day in it.
  const startedAt = now();
  const request = { stateDir, runId: randomUUID(), now: () => startedAt };
  await remember(file, { ...known, pending: auditFileOf(request) });
  const audit = await openAuditFile(request);
  try {
    for (const { event } of fresh) await audit.append(event);
  } finally {
    await audit.close();
  }
  const until = Math.max(known.until, ...fresh.map(({ at }) => at));
  const all = [...known.recorded, ...fresh.map(({ at, event }) => ({ at, id: event.pushId }))];
  await remember(file, { until, recorded: recent(all, until), pending: undefined });
}

async function remember(file: string, collected: Collected): Promise<void> {
  await writeJsonFile(file, collected).catch((error: unknown) => {
    throw stateFailure(`remember in "${file}" which pushes are on record`, error);
  });
}
