import { loadUserLayer, type TidyLimits } from "@agent-sandbox/host";

import { dockerPolicy } from "./load-policy.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * How long records are kept, and how much of them: by the user's own configuration alone, since they
 * tell of the repositories that could ask for less.
 */
export async function recordLimits({
  env,
  home,
}: Pick<Surroundings, "env" | "home">): Promise<TidyLimits> {
  const layer = await loadUserLayer({ env, home });
  const { keepDays, maxBytes } = dockerPolicy(layer ? [layer] : [], home, { home }).audit;
  return { keepDays: keepDays.value, maxBytes: maxBytes.value };
}
