import { join } from "node:path";

import { hideFiles, type HiddenPath, type SandboxPlan } from "@agent-sandbox/core";
import { findHidden, maskFile, resolveStateDir, trackedAmong } from "@agent-sandbox/host";
import { decide, hidingNames, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Surroundings } from "./surroundings.ts";

/** How many paths a message names. */
const NAMED = 5;

/**
 * The plan with every file of the host's checkout hidden that the policy lets nobody read, as they are
 * now; files that come later are not covered. Says which of them git tracks: they are in its history,
 * and git cannot commit what it cannot read.
 */
export async function hideWorkspaceFiles(
  { plan, policy }: { readonly plan: SandboxPlan; readonly policy: ResolvedPolicy },
  { env, home, say }: Surroundings,
  signal: AbortSignal,
): Promise<SandboxPlan> {
  const root = plan.workspace.path;
  const isHidden = (names: readonly string[], kind: HiddenPath["kind"]) => {
    const path = join(root, ...names);
    const target = { path, real: path, kind };
    return decide(policy, { operation: "read", target }).effect === "deny";
  };
  const rules = { mayHide: hidingNames(policy.filesystem), isHidden };
  const found = findHidden({ root, owner: plan.user.uid, rules });
  if (found.length === 0) return plan;
  const hidden = hideFiles(plan, found, maskFile(resolveStateDir(env, home)));
  const tracked = await trackedAmong(found, {
    workspace: root,
    env: { HOME: home, ...env },
    signal,
  });
  if (tracked.length > 0) say(noteOn(tracked));
  return hidden;
}

function noteOn(tracked: readonly string[]): string {
  const more = tracked.length - NAMED;
  const names = `${tracked.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `Hidden, though git tracks them: ${names}. To show them, name them in filesystem.allowed-patterns`;
}
