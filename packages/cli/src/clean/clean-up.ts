import type { Context } from "../engine-ports.ts";
import { carryOut } from "./carry-out.ts";
import { planData, reportData } from "./clean-data.ts";
import { cleanRecords, showRecords } from "./clean-records.ts";
import { gatherFacts } from "./gather-facts.ts";
import { hashOfWorkspace } from "./known-workspaces.ts";
import { planRemovals } from "./plan-removals.ts";
import { showPlan, showReport } from "./show-clean.ts";

export interface CleanRequest {
  /** The workspace's directory; undefined: all workspaces. */
  readonly path: string | undefined;
  /** In milliseconds. */
  readonly olderThan: number | undefined;
  readonly force: readonly string[];
  readonly dryRun: boolean;
}

export interface CleanedUp {
  readonly text: string;
  readonly data: object;
}

/** Looks, decides and removes, or says what it would remove. */
export async function cleanUp(request: CleanRequest, context: Context): Promise<CleanedUp> {
  const { path, olderThan, force, dryRun } = request;
  const only = path === undefined ? undefined : await hashOfWorkspace(path);
  const facts = await gatherFacts({ only }, context);
  const plan = planRemovals(facts, { only, olderThan, force });
  if (dryRun) {
    const packs = plan.packs.map((hash) => facts.workspaces.get(hash)?.path);
    const records = await cleanRecords(context, dryRun);
    const text = [showPlan(plan, packs), ...showRecords(records, dryRun)].join("\n");
    return { text, data: { ...planData(plan, packs), records } };
  }
  const report = await carryOut(plan, facts, context);
  const records = await cleanRecords(context, dryRun);
  const text = [showReport(report, plan), ...showRecords(records, dryRun)].join("\n");
  return { text, data: { ...reportData(report, plan), records } };
}
