import { join } from "node:path";

import {
  hideFiles,
  type HiddenPath,
  type HiddenPlace,
  type SandboxPlan,
} from "@agent-sandbox/core";
import { findHidden, maskFile, resolveStateDir, trackedAmong } from "@agent-sandbox/host";
import { decide, hidingNames, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Prepared } from "./prepare-plan.ts";
import type { Surroundings } from "./surroundings.ts";

type HidingRequest = Pick<Prepared, "plan" | "policy" | "facts">;

/** How many paths a message names. */
const NAMED = 5;

/**
 * The plan with every file hidden that the policy lets nobody read, as they are now, in the host's
 * checkout and in what is shown from outside of it; files that come later are not covered. Says which of
 * them git tracks: they are in its history, and git cannot commit what it cannot read.
 */
export async function hideWorkspaceFiles(
  { plan, ...known }: HidingRequest,
  { env, home, say }: Surroundings,
  signal: AbortSignal,
): Promise<SandboxPlan> {
  const { policy } = known;
  const root = plan.workspace.path;
  const own = hiddenIn({ path: root, real: root }, { plan, policy });
  const places = [
    { target: `/workspace/${plan.workspace.name}`, found: own },
    ...hiddenOutside({ plan, ...known }),
  ];
  const isNone = places.every(({ found }) => found.length === 0);
  const mask = isNone ? "" : maskFile(resolveStateDir(env, home));
  const hidden = hideFiles(plan, places, mask);
  if (own.length === 0) return hidden;
  const tracked = await trackedAmong(own, { workspace: root, env: { HOME: home, ...env }, signal });
  if (tracked.length > 0) say(noteOn(tracked));
  return hidden;
}

/** Directories from outside of the workspace are searched as the workspace is. */
function hiddenOutside({ plan, policy, facts }: HidingRequest): readonly HiddenPlace[] {
  const shown = [...facts.outside].flatMap(([path, { real, kind }]) => {
    const mount = plan.mounts.find(({ source }) => source === real);
    return kind === "directory" && mount !== undefined
      ? [{ path, real, target: mount.target }]
      : [];
  });
  const tops = shown.filter(
    ({ target }) => !shown.some((other) => target.startsWith(`${other.target}/`)),
  );
  return tops.map(({ target, ...place }) => ({ target, found: hiddenIn(place, { plan, policy }) }));
}

/** A directory as the policy names it, and where it is. */
interface Place {
  readonly path: string;
  readonly real: string;
}

function hiddenIn(
  place: Place,
  { plan, policy }: { readonly plan: SandboxPlan; readonly policy: ResolvedPolicy },
): readonly HiddenPath[] {
  const isHidden = (names: readonly string[], kind: HiddenPath["kind"]) => {
    const target = { path: join(place.path, ...names), real: join(place.real, ...names), kind };
    return decide(policy, { operation: "read", target }).effect === "deny";
  };
  const rules = { mayHide: hidingNames(policy.filesystem), isHidden };
  return findHidden({ root: place.real, owner: plan.user.uid, rules });
}

function noteOn(tracked: readonly string[]): string {
  const more = tracked.length - NAMED;
  const names = `${tracked.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `Hidden, though git tracks them: ${names}. To show them, name them in filesystem.allowed-patterns`;
}
