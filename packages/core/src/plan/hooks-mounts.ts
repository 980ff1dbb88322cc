import type { HostFacts } from "../facts.ts";
import { HOOKS_FOLDER } from "../hooks.ts";
import type { Mount } from "../plan.ts";

/**
 * The host's hooks from outside of the workspace. In both modes: the worktrees of the shelf have one
 * configuration, which names their place.
 */
export function hooksMounts({ hooks }: HostFacts): readonly Mount[] {
  if (hooks.at !== "outside") return [];
  return [{ source: hooks.source, target: HOOKS_FOLDER, mode: "ro" }];
}
