import { readFile } from "node:fs/promises";
import { errnoOf } from "../errno.ts";
import { stateFailure } from "../state/state-failure.ts";

/** A clock that is set back by less than this hides no event. */
export const OVERLAP_MS = 3_600_000;

/** What is remembered of one container. */
export interface Collected {
  readonly until: number;
  /** The events of the last `OVERLAP_MS` before `until` that are on record. */
  readonly recorded: readonly { readonly id: string; readonly at: number }[];
  /** The record that was being written; after a crash it tells how far that came. */
  readonly pending: string | undefined;
}

const NOTHING: Collected = { until: 0, recorded: [], pending: undefined };

/** The events in a record; a last line that a crash cut off is none. */
export async function idsIn(file: string | undefined): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set();
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT") return "";
    throw stateFailure(`read the record "${file}"`, error);
  });
  const whole = text.split("\n").slice(0, -1);
  return new Set(whole.flatMap((line) => idOf(line) ?? []));
}

function idOf(line: string): string | undefined {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event !== "object" || event === null || !("eventId" in event)) return undefined;
    return String(event.eventId);
  } catch {
    return undefined;
  }
}

export function parseCollected(value: unknown): Collected {
  if (typeof value !== "object" || value === null) return NOTHING;
  const { until, recorded, pending } = value as Partial<Record<keyof Collected, unknown>>;
  if (typeof until !== "number" || !Array.isArray(recorded)) return NOTHING;
  return {
    until,
    recorded: recorded.filter(isRecorded),
    pending: typeof pending === "string" ? pending : undefined,
  };
}

function isRecorded(value: unknown): value is Collected["recorded"][number] {
  if (typeof value !== "object" || value === null) return false;
  return (
    "id" in value && typeof value.id === "string" && "at" in value && typeof value.at === "number"
  );
}

/** What may be told again. */
export function recent(recorded: Collected["recorded"], until: number): Collected["recorded"] {
  const byId = new Map(recorded.map((each) => [each.id, each]));
  return [...byId.values()].filter(({ at }) => at >= until - OVERLAP_MS);
}
