import { areAlike } from "./alike.ts";
import { askVirtualAt } from "./ask-virtual.ts";
import { askBashEach, type Outcome } from "./bash-batch.ts";
import { isKnown } from "./known.ts";
import { isRefused, refusalsIn } from "./refused.ts";

export interface Difference {
  readonly script: string;
  readonly bash: Outcome;
  readonly virtual: Outcome;
}

export interface Compared {
  /** What neither is refused by name nor known. */
  readonly differences: readonly Difference[];
  /** What the virtual shell refuses by name, once for each script that holds it. */
  readonly refused: readonly string[];
  /** How many differ as the documentation says. */
  readonly known: number;
}

/** The scripts to which bash and the virtual shell answer differently. */
export function compare(scripts: readonly string[]): Compared {
  const all = askBashEach(scripts).flatMap(({ cwd, outcome: bash }, index) => {
    const script = scripts[index] ?? "";
    const virtual = askVirtualAt(cwd, script);
    return areAlike(bash, virtual) ? [] : [{ script, bash, virtual }];
  });
  const kinds = Map.groupBy(all, (one) => {
    if (isRefused(one)) return "refused";
    return isKnown(one) ? "known" : "new";
  });
  return {
    differences: kinds.get("new") ?? [],
    refused: (kinds.get("refused") ?? []).flatMap((one) => [...new Set(refusalsIn(one))]),
    known: kinds.get("known")?.length ?? 0,
  };
}

export function differencesIn(scripts: readonly string[]): readonly Difference[] {
  return compare(scripts).differences;
}
