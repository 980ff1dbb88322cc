import type { ResolvedPolicy, Source, Sourced } from "@agent-sandbox/policy";

import { cannotKeep } from "../plan/cannot-keep.ts";
import { sandboxUnwanted } from "../plan/check-supported.ts";

/**
 * Fails with POLICY_UNSUPPORTED at the first rule that somebody has written and that the bwrap engine
 * does not enforce. The defaults are not asked: they hold as far as the engine goes.
 */
export function checkBwrapSupported(policy: ResolvedPolicy): void {
  if (!policy.enabled.value) throw sandboxUnwanted(policy.enabled.source);
  const found = unsupported(policy).find(({ source }) => source.layer !== "defaults");
  if (found === undefined) return;
  throw cannotKeep(found.source, found.why, "Take it out, so that nobody counts on it");
}

function unsupported({ audit, network }: ResolvedPolicy): readonly Unsupported[] {
  const { external, localhost } = network;
  return [
    ...(external.value === "domains"
      ? [not(external, "the bwrap engine opens the whole network or none of it")]
      : []),
    ...(localhost.value ? [] : [not(localhost, "a sandbox has its own loopback, or the host's")]),
    ...(audit.level.value === "all" ? [not(audit.level, NOT_ENFORCED)] : []),
    ...(audit.path === undefined ? [] : [not(audit.path, NOT_ENFORCED)]),
  ];
}

const NOT_ENFORCED = "the bwrap engine does not enforce it";

interface Unsupported {
  readonly source: Source;
  readonly why: string;
}

function not({ source }: Sourced<unknown>, why: string): Unsupported {
  return { source, why };
}
