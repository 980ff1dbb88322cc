import type { TidyLimits } from "@agent-sandbox/host";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { loadUserPolicy } from "./load-policy.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * How long records are kept, and how much of them: by the user's own configuration alone, since they
 * tell of the repositories that could ask for less.
 */
export async function recordLimits(state: Pick<Surroundings, "env" | "home">): Promise<TidyLimits> {
  return recordLimitsOf(await loadUserPolicy(state));
}

/** The same by the user's policy. */
export function recordLimitsOf({ audit: { keepDays, maxBytes } }: ResolvedPolicy): TidyLimits {
  return { keepDays: keepDays.value, maxBytes: maxBytes.value };
}
