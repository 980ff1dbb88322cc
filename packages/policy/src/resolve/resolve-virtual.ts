import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { lastOr, sectionKey } from "./gather.ts";
import type { ResolvedVirtual } from "./resolved-policy.ts";

/** The virtual engine's own settings of all layers. */
export function resolveVirtual(layers: readonly PolicyLayer[]): ResolvedVirtual {
  const { maxTotalSize, maxFileSize, maxNodeCount, commandTimeout } = DEFAULTS.virtual;
  return {
    maxTotalBytes: lastOr(layers, sectionKey("virtual", "maxTotalSize"), maxTotalSize),
    maxFileBytes: lastOr(layers, sectionKey("virtual", "maxFileSize"), maxFileSize),
    maxNodeCount: lastOr(layers, sectionKey("virtual", "maxNodeCount"), maxNodeCount),
    commandTimeoutMs: lastOr(layers, sectionKey("virtual", "commandTimeout"), commandTimeout),
  };
}
