import { type RecordPlace, resolveStateDir } from "@agent-sandbox/host";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { loadUserPolicy } from "./load-policy.ts";
import type { Surroundings } from "./surroundings.ts";

type State = Pick<Surroundings, "env" | "home">;

/** Where records are kept by a policy that is known. */
export function recordPlaceOf({ audit }: ResolvedPolicy, { env, home }: State): RecordPlace {
  return { stateDir: resolveStateDir(env, home), auditPath: audit.path?.value };
}

/**
 * Where records are kept: of all repositories in one place, which the user's own configuration alone
 * names.
 */
export async function recordPlace(state: State): Promise<RecordPlace> {
  return recordPlaceOf(await loadUserPolicy(state), state);
}
