import type { CleanReport } from "./carry-out.ts";
import type { Candidate, CleanPlan } from "./clean-facts.ts";

/** What `--json` prints of a plan that is not carried out. */
export function planData(
  { removals, kept }: CleanPlan,
  packs: readonly (string | undefined)[],
): object {
  return {
    dryRun: true,
    removed: removals.map((removal) => ({ ...about(removal), reason: removal.reason })),
    bytes: bytesOf(removals),
    kept: kept.map((entry) => ({ ...about(entry), reason: entry.reason, atRisk: entry.atRisk })),
    packed: packs.map((workspace) => ({ workspace })),
  };
}

/** What `--json` prints of one that was. */
export function reportData({ outcomes, packed }: CleanReport, { kept }: CleanPlan): object {
  const removed = outcomes.filter(({ refused }) => refused === undefined);
  const refused = outcomes.filter((outcome) => outcome.refused !== undefined);
  return {
    dryRun: false,
    removed: removed.map(({ removal }) => ({ ...about(removal), reason: removal.reason })),
    bytes: bytesOf(removed.map(({ removal }) => removal)),
    kept: [
      ...kept.map((entry) => ({ ...about(entry), reason: entry.reason, atRisk: entry.atRisk })),
      ...refused.map(({ removal, refused: reason }) => ({
        ...about(removal),
        ...{ reason, atRisk: false },
      })),
    ],
    packed,
  };
}

function about({ kind, name, workspace, bytes }: Candidate): object {
  return { kind, name, workspace, bytes };
}

function bytesOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { bytes }) => sum + bytes, 0);
}
