import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { every, lastList, lastOr, sectionKey, unique } from "./gather.ts";
import type { ResolvedTools } from "./resolved-policy.ts";

const ALLOW = sectionKey("tools", "allow");

/**
 * The tools of all layers: denials add up, the strongest file's list of grants replaces the others. What
 * is said where something is started only narrows that: an agent's own file grants nothing.
 */
export function resolveTools(layers: readonly PolicyLayer[]): ResolvedTools {
  const isStarted = ({ source }: PolicyLayer) => source.layer === "flags";
  const allow = lastList(
    layers.filter((layer) => !isStarted(layer)),
    ALLOW,
  );
  const narrowed = lastList(layers.filter(isStarted), ALLOW);
  return {
    allow: allow === undefined ? null : unique(allow, String),
    ...(narrowed !== undefined && { narrowed: unique(narrowed, String) }),
    deny: unique(every(layers, sectionKey("tools", "deny")), String),
    enforceAgentPermissions: lastOr(
      layers,
      sectionKey("tools", "enforceAgentPermissions"),
      DEFAULTS.tools.enforceAgentPermissions,
    ),
  };
}
