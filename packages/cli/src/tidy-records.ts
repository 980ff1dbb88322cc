import { SandboxError } from "@agent-sandbox/core";
import { DEFAULT_LIMITS, resolveStateDir, tidyAudit } from "@agent-sandbox/host";

import { listenForInterrupts } from "./interrupts.ts";
import type { Surroundings } from "./surroundings.ts";

/** How long a command that is done may be held up by it, in milliseconds. */
const PATIENCE = 10_000;

/** What a command does by the way, once a day: that it cannot is no failure of the command. */
export async function tidyByTheWay({ env, home, say }: Surroundings): Promise<void> {
  using ending = listenForInterrupts(PATIENCE);
  const { signal } = ending;
  const request = { stateDir: resolveStateDir(env, home), limits: DEFAULT_LIMITS, signal };
  await tidyAudit({ ...request, now: new Date() }).catch((error: unknown) => {
    if (signal.aborted) return;
    if (!(error instanceof SandboxError)) throw error;
    say(`Warning: ${error.message}`);
  });
}
