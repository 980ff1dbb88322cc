import type { PolicyLayer } from "../parse-policy.ts";
import { LAYERS } from "../source.ts";

/** From the weakest layer to the strongest. */
export function byRank(layers: readonly PolicyLayer[]): readonly PolicyLayer[] {
  return layers.toSorted((a, b) => LAYERS.indexOf(a.source.layer) - LAYERS.indexOf(b.source.layer));
}
