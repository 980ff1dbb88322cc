import { DEFAULTS } from "../defaults.ts";
import { absolutePath } from "../paths/segments.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { last, lastOr, sectionKey } from "./gather.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { ResolvedAudit } from "./resolved-policy.ts";

/** What all layers say of the record. */
export function resolveAudit(
  layers: readonly PolicyLayer[],
  { workspace, home }: ResolveContext,
): ResolvedAudit {
  const { level, keepDays, maxSize } = DEFAULTS.audit;
  const path = last(layers, sectionKey("audit", "path"));
  return {
    level: lastOr(layers, sectionKey("audit", "level"), level),
    path: path && { ...path, value: absolutePath(path.value, workspace, home) },
    keepDays: lastOr(layers, sectionKey("audit", "keepDays"), keepDays),
    maxBytes: lastOr(layers, sectionKey("audit", "maxSize"), maxSize),
  };
}
