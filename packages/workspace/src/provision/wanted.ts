import { SandboxError, type BranchIdentity } from "@agent-sandbox/core";

import type { Start } from "./decide-start.ts";
import type { BranchRequest } from "./provisioned-branch.ts";

/** A branch on its way into the shelf. */
export interface Wanted extends BranchIdentity, Start {
  readonly request: BranchRequest;
}

/** A list with the errors of those that failed in their places. */
export type Batch<T> = readonly (T | SandboxError)[];

export function isWanted<T>(item: T | SandboxError): item is T {
  return !(item instanceof SandboxError);
}

/** Replaces those that have an error by it, by key. */
export function withErrors<T extends BranchIdentity>(
  batch: Batch<T>,
  errors: ReadonlyMap<string, SandboxError>,
): Batch<T> {
  return batch.map((item) => (isWanted(item) ? (errors.get(item.key) ?? item) : item));
}
