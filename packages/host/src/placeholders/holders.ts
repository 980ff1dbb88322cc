import type { PlaceholderHolder } from "@agent-sandbox/core";
import { ownIdentity, type ProcessIdentity, runs } from "../state/process-identity.ts";
import type { PlaceholderRecord } from "./record.ts";

/** Who holds the entries of a record. */
type Holders = Required<Pick<PlaceholderRecord, "byContainers" | "processes">>;

/** Those of a record and one more; processes that have ended hold nothing. */
export function withHolder(
  record: PlaceholderRecord | undefined,
  holder: PlaceholderHolder,
): Holders {
  const { byContainers, processes } = holdersOf(record);
  if (holder === "containers") return { byContainers: true, processes };
  const self = ownIdentity();
  return { byContainers, processes: [...processes.filter((one) => !isSame(one, self)), self] };
}

/** Those of a record without one. */
export function withoutHolder(record: PlaceholderRecord, holder: PlaceholderHolder): Holders {
  const { byContainers, processes } = holdersOf(record);
  if (holder === "containers") return { byContainers: false, processes };
  const self = ownIdentity();
  return { byContainers, processes: processes.filter((one) => !isSame(one, self)) };
}

export function isHeld({ byContainers, processes }: Holders): boolean {
  return byContainers || processes.length > 0;
}

function holdersOf(record: PlaceholderRecord | undefined): Holders {
  if (record === undefined) return { byContainers: false, processes: [] };
  const { byContainers = true, processes = [] } = record;
  return { byContainers, processes: processes.filter(runs) };
}

function isSame(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.started === b.started;
}
