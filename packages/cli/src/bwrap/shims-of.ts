import { join } from "node:path";

import type { ShimPlan } from "@agent-sandbox/core";
import { gatherShimFacts, planShims } from "@agent-sandbox/engine-bwrap";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { assetsDirectory } from "../assets.ts";
import type { Surroundings } from "../surroundings.ts";

/** What stands in place of programs on this machine; `depth`: how many sandboxes this is in. */
export function shimsOf(
  policy: ResolvedPolicy,
  { env }: Pick<Surroundings, "env">,
  depth: number,
): ShimPlan {
  const facts = gatherShimFacts(policy.commands, {
    path: env["PATH"] ?? "",
    folder: join(assetsDirectory(), "packages", "engine-bwrap"),
    architecture: process.arch,
    isNested: depth > 0,
  });
  return planShims(policy, facts);
}
