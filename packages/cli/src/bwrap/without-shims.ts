import { SandboxError, type ShimPlan } from "@agent-sandbox/core";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

/** No shims; fails with POLICY_UNSUPPORTED where somebody has written a rule for a command. */
export function withoutShims({ commands }: ResolvedPolicy): ShimPlan {
  const written = commands.find(({ rule, source }) => source.layer !== "defaults" && rule !== true);
  if (written === undefined) return { files: [], binds: [], links: [], kind: "none" };
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    `Cannot keep "${written.source.key}": the bwrap engine does not enforce it`,
    { hint: "Take it out, so that nobody counts on it" },
  );
}
