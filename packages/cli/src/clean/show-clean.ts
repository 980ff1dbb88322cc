import { formatBytes } from "../bytes.ts";
import { printableLine } from "../printable.ts";
import { printable } from "../printable.ts";
import { table } from "../table.ts";
import type { CleanReport } from "./carry-out.ts";
import type { Candidate, CleanPlan, Kept, Removal } from "./clean-facts.ts";
import type { Packed } from "./outcome.ts";

const HEADER = ["KIND", "NAME", "SIZE", "WORKSPACE", "WHY"];

/** What would go, for people. */
export function showPlan(plan: CleanPlan, packs: readonly (string | undefined)[]): string {
  const { removals, kept } = plan;
  return [
    ...rows(removals),
    removals.length === 0 ? "Nothing to remove" : `Would remove ${total(removals)}`,
    ...packs.map((path) => `Would pack the repo shelf of ${path ?? "?"}`),
    ...riskLines(kept),
  ].join("\n");
}

/** What went, for people. */
export function showReport({ outcomes, packed }: CleanReport, { kept }: CleanPlan): string {
  const removed = outcomes.filter(({ refused }) => refused === undefined);
  const refused = outcomes.filter((outcome) => outcome.refused !== undefined);
  const removals = removed.map(({ removal }) => removal);
  return [
    ...rows(removals),
    removals.length === 0 ? "Nothing was removed" : `Removed ${total(removals)}`,
    ...packed.map(packLine),
    ...refused.map(({ removal, refused: why }) => `Kept ${title(removal)}: ${why ?? ""}`),
    ...riskLines(kept),
  ]
    .map(printable)
    .join("\n");
}

function rows(removals: readonly Removal[]): readonly string[] {
  if (removals.length === 0) return [];
  const cells = removals.map(({ kind, name, bytes, workspace, reason }) =>
    [kind, name, formatBytes(bytes), workspace ?? "", reason].map(printableLine),
  );
  return [table(HEADER, cells), ""];
}

/** Images share layers: what is free in the end is at least this. */
function total(removals: readonly Removal[]): string {
  const bytes = removals.reduce((sum, removal) => sum + removal.bytes, 0);
  return `${removals.length} ${removals.length === 1 ? "thing" : "things"}, ${formatBytes(bytes)}`;
}

function packLine({ workspace, before, after }: Packed): string {
  return `Packed the repo shelf of ${workspace}: ${formatBytes(before)} became ${formatBytes(after)}`;
}

function riskLines(kept: readonly Kept[]): readonly string[] {
  const risky = kept.filter(({ atRisk }) => atRisk);
  if (risky.length === 0) return [];
  return [
    "",
    "Kept, until --force names it:",
    ...risky.map((entry) => `  ${title(entry)}: ${entry.reason}`),
  ].map(printable);
}

function title({ kind, name, workspace }: Candidate): string {
  return `${kind} ${name}${workspace === undefined ? "" : ` of ${workspace}`}`;
}
