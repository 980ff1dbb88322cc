import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { every, lastList, lastOr, sectionKey, unique } from "./gather.ts";
import type { ResolvedTools } from "./resolved-policy.ts";

/** The tools of all layers: denials add up, the strongest list of grants replaces the others. */
export function resolveTools(layers: readonly PolicyLayer[]): ResolvedTools {
  const allow = lastList(layers, sectionKey("tools", "allow"));
  return {
    allow: allow === undefined ? null : unique(allow, String),
    deny: unique(every(layers, sectionKey("tools", "deny")), String),
    enforceAgentPermissions: lastOr(
      layers,
      sectionKey("tools", "enforceAgentPermissions"),
      DEFAULTS.tools.enforceAgentPermissions,
    ),
  };
}
