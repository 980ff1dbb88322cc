import { SandboxError } from "@agent-sandbox/core";

import type { Surroundings } from "../surroundings.ts";

/** Why bubblewrap starts no sandbox here; undefined where it does. Loaded where something has failed. */
export async function diagnose(
  { env }: Pick<Surroundings, "env">,
  signal: AbortSignal,
): Promise<SandboxError | undefined> {
  const { readBubblewrapFacts } = await import("@agent-sandbox/host");
  const { bubblewrapHint } = await import("../doctor/judge-machine.ts");
  const facts = await readBubblewrapFacts(env, signal);
  if (facts.starts) return undefined;
  return new SandboxError(
    "ENGINE_UNAVAILABLE",
    `Cannot open a sandbox: bubblewrap does not start here: ${facts.said}`,
    { hint: bubblewrapHint(facts) },
  );
}
