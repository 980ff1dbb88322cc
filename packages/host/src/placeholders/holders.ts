import type { PlaceholderHolder } from "@agent-sandbox/core";
import { isRunning, type ProcessIdentity, thisProcess } from "../state/process-identity.ts";
import type { PlaceholderRecord } from "./record.ts";

/** Who holds the entries of a record. */
type Holders = Required<Pick<PlaceholderRecord, "byContainers" | "processes">>;

const NOBODY: Holders = { byContainers: false, processes: [] };

/** Those of a record and one more; processes that have ended hold nothing. */
export async function withHolder(
  record: PlaceholderRecord | undefined,
  holder: PlaceholderHolder,
): Promise<Holders> {
  const { byContainers, processes } = await holdersOf(record);
  if (holder === "containers") return { byContainers: true, processes };
  const self = await thisProcess();
  return { byContainers, processes: [...processes.filter((one) => !isSame(one, self)), self] };
}

/** Those of a record without one. */
export async function withoutHolder(
  record: PlaceholderRecord,
  holder: PlaceholderHolder,
): Promise<Holders> {
  const { byContainers, processes } = await holdersOf(record);
  if (holder === "containers") return { byContainers: false, processes };
  const self = await thisProcess();
  return { byContainers, processes: processes.filter((one) => !isSame(one, self)) };
}

export function isHeld({ byContainers, processes }: Holders): boolean {
  return byContainers || processes.length > 0;
}

async function holdersOf(record: PlaceholderRecord | undefined): Promise<Holders> {
  if (record === undefined) return NOBODY;
  const { byContainers = true, processes = [] } = record;
  const running = await Promise.all(processes.map(isRunning));
  return { byContainers, processes: processes.filter((_, index) => running[index]) };
}

function isSame(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.started === b.started;
}
