import { SandboxError } from "@agent-sandbox/core";
import { tidyAudit } from "@agent-sandbox/host";

import { listenForInterrupts } from "./interrupts.ts";
import { loadUserPolicy } from "./load-policy.ts";
import { recordLimitsOf } from "./record-limits.ts";
import { recordPlaceOf } from "./record-place.ts";
import type { Surroundings } from "./surroundings.ts";

/** How long a command that is done may be held up by it, in milliseconds. */
const PATIENCE = 10_000;

/** What a command does by the way, once a day: that it cannot is no failure of the command. */
export async function tidyByTheWay({ env, home, say }: Surroundings): Promise<void> {
  using ending = listenForInterrupts(PATIENCE);
  const { signal } = ending;
  const tidy = async () => {
    const policy = await loadUserPolicy({ env, home });
    const [place, limits] = [recordPlaceOf(policy, { env, home }), recordLimitsOf(policy)];
    return await tidyAudit({ ...place, limits, signal, now: new Date() });
  };
  await tidy().catch((error: unknown) => {
    if (signal.aborted) return;
    if (!(error instanceof SandboxError)) throw error;
    say(`Warning: ${error.message}`);
  });
}
