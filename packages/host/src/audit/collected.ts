import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DecisionEvent, PushEvent } from "@agent-sandbox/core";
import { readJsonFile, writeJsonFile } from "../state/json-file.ts";
import { stateFailure } from "../state/state-failure.ts";
import { createWorkspaceLock } from "../state/workspace-lock.ts";
import { type Collected, idsIn, OVERLAP_MS, parseCollected, recent } from "./collected-state.ts";
import { auditFileOf, openAuditFile } from "./open-audit-file.ts";
import type { RecordPlace } from "./record-place.ts";

/** An event as a container's output tells it. */
export interface CollectedEntry {
  /** When it was said, in milliseconds since the epoch. */
  readonly at: number;
  readonly event: Collectable;
}

/** What has an id, so that it is recorded once. */
type Collectable = PushEvent | (DecisionEvent & { readonly eventId: string });

interface CollectRequest {
  readonly containerId: string;
  /** Reads what the container has said since that moment, in milliseconds; more does no harm. */
  readonly read: (since: number) => Promise<readonly CollectedEntry[]>;
  readonly signal: AbortSignal;
}

/** Brings what containers tell into the audit record, each event once. */
export interface EventCollector {
  /** Records what is not on record yet, and resolves with it. Fails with AUDIT_FAILED. */
  collect(request: CollectRequest): Promise<readonly Collectable[]>;
  /** Forgets a container that is gone. */
  forget(containerId: string): Promise<void>;
}

/** Remembers in `collected/<containerId>.json` of the state folder which events are on record. */
export function createEventCollector(place: RecordPlace, now: () => Date): EventCollector {
  const directory = join(place.stateDir, "collected");
  const lock = createWorkspaceLock(directory);
  const fileOf = (containerId: string): string => join(directory, `${containerId}.json`);
  return {
    async collect({ containerId, read, signal }) {
      const file = fileOf(containerId);
      // Mostly nothing was said: that is told without a lock, at the end of each run.
      if ((await look(file, read)).fresh.length === 0) return [];
      return await lock.hold(containerId, signal, async () => {
        const { known, fresh } = await look(file, read);
        if (fresh.length > 0) await record({ file, known, fresh }, { ...place, now });
        return fresh.map(({ event }) => event);
      });
    },
    forget: (containerId) => rm(fileOf(containerId), { force: true }),
  };
}

/** What is on record of a container, and what is not yet. */
async function look(
  file: string,
  read: CollectRequest["read"],
): Promise<Pick<Recording, "known" | "fresh">> {
  const before = parseCollected(await readJsonFile(file));
  const entries = await read(Math.max(0, before.until - OVERLAP_MS));
  const known = await settle(before, entries);
  const ids = new Set(known.recorded.map(({ id }) => id));
  return { known, fresh: entries.filter(({ event }) => !ids.has(event.eventId)) };
}

/** What is known once the recording that a crash interrupted, if one did, is counted in. */
async function settle(
  { until, recorded, pending }: Collected,
  entries: readonly CollectedEntry[],
): Promise<Collected> {
  const times = new Map(entries.map(({ at, event }) => [event.eventId, at]));
  const done = [...(await idsIn(pending))].map((id) => ({ id, at: times.get(id) ?? until }));
  return { until, recorded: [...recorded, ...done], pending };
}

interface Recording {
  readonly file: string;
  readonly known: Collected;
  readonly fresh: readonly CollectedEntry[];
}

/**
 * Invariant: the file that is being written is remembered before its first event, with all that
 * earlier files hold, so that a crash at any point neither loses an event nor records it twice.
 */
async function record(
  { file, known, fresh }: Recording,
  { now, ...place }: RecordPlace & { readonly now: () => Date },
): Promise<void> {
  // One moment for all: the file's name has the day in it.
  const startedAt = now();
  const request = { ...place, runId: randomUUID(), now: () => startedAt };
  await remember(file, { ...known, pending: auditFileOf(request) });
  const audit = await openAuditFile(request);
  try {
    for (const { at, event } of fresh) await audit.append(event, new Date(at));
    await audit.append({ event: "collected", count: fresh.length });
  } finally {
    await audit.close();
  }
  const until = Math.max(known.until, ...fresh.map(({ at }) => at));
  const all = [...known.recorded, ...fresh.map(({ at, event }) => ({ at, id: event.eventId }))];
  await remember(file, { until, recorded: recent(all, until), pending: undefined });
}

async function remember(file: string, collected: Collected): Promise<void> {
  await writeJsonFile(file, collected).catch((error: unknown) => {
    throw stateFailure(`remember in "${file}" which events are on record`, error);
  });
}
