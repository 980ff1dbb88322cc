import type { PathTarget } from "../../src/decide/request.ts";
import { parsePolicy } from "../../src/parse-policy.ts";
import { pathOf, segmentsOf } from "../../src/paths/segments.ts";
import type { ResolveContext } from "../../src/resolve/resolve-context.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import type { ResolvedPolicy } from "../../src/resolve/resolved-policy.ts";
import type { LayerName } from "../../src/source.ts";
import { DOCKER } from "./contexts.ts";

/** The policy of what layers say, as JSON has carried it. */
export function policyOf(
  layers: Partial<Record<LayerName, unknown>>,
  context: ResolveContext = DOCKER,
): ResolvedPolicy {
  const parsed = Object.entries(layers).map(([layer, value]) =>
    parsePolicy(value, { layer: layer as LayerName, file: `/${layer}.json` }),
  );
  return JSON.parse(JSON.stringify(resolvePolicy(parsed, context))) as ResolvedPolicy;
}

/** A path where nothing is a link; a relative one is in the workspace. */
export function target(path: string, facts: Partial<PathTarget> = {}): PathTarget {
  const absolute = path.startsWith("/") ? path : `/home/ann/proj/${path}`;
  return { path: absolute, real: pathOf(segmentsOf(absolute)), ...facts };
}
