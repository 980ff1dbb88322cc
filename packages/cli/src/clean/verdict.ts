import type { Candidate, CleanOptions, CleanPlan, Kept, Removal } from "./clean-facts.ts";

/** What is decided about one thing. */
export type Verdict =
  | { readonly goes: true; readonly reason: string; readonly forced?: boolean }
  /** `silent`: it is in use, or nobody asked. */
  | {
      readonly goes: false;
      readonly reason: string;
      readonly atRisk?: boolean;
      readonly silent?: boolean;
    };

export const IN_USE: Verdict = { goes: false, reason: "it is in use", silent: true };
export const NOT_ASKED: Verdict = { goes: false, reason: "it is not asked for", silent: true };

export type Judged = readonly [Candidate, Verdict];

/** What goes and what stays, of what was judged. */
export function sorted(judged: readonly Judged[]): Pick<CleanPlan, "removals" | "kept"> {
  const removals = judged.flatMap(([candidate, verdict]): Removal[] =>
    verdict.goes ? [{ ...candidate, reason: verdict.reason, forced: verdict.forced ?? false }] : [],
  );
  const kept = judged.flatMap(([candidate, verdict]): Kept[] =>
    verdict.goes || verdict.silent === true
      ? []
      : [{ ...candidate, reason: verdict.reason, atRisk: verdict.atRisk ?? false }],
  );
  return { removals, kept };
}

/** The first verdict that keeps; else that it goes, for `reason`. */
export function unless(keeps: readonly (Verdict | false | undefined)[], reason: string): Verdict {
  const [keep] = keeps.filter((verdict) => verdict !== false && verdict !== undefined);
  return keep ?? { goes: true, reason };
}

/** Keeps what was used too short ago, or at a time that nobody knows. */
export function tooYoung(
  lastUsed: Date | undefined,
  { olderThan }: CleanOptions,
  now: Date,
): Verdict | undefined {
  if (olderThan === undefined) return undefined;
  if (lastUsed !== undefined && now.getTime() - lastUsed.getTime() >= olderThan) return undefined;
  return { goes: false, reason: "it was used lately", silent: true };
}
