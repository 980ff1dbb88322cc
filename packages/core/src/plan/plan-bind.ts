import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import { SHELF } from "../shelf.ts";
import { checkOwner, checkGitDirectory } from "./check-workspace.ts";
import { absentExclusions } from "./exclusions.ts";
import { hooksMounts } from "./hooks-mounts.ts";
import { scriptMounts, scriptsInside } from "./plan-commands.ts";
import type { FilesPlan } from "./plan-files.ts";
import { levelsOf, namedLevels } from "./levels.ts";
import { outsideMounts } from "./outside.ts";
import { planProtection, withHooks } from "./plan-protection.ts";

/**
 * Bind mode: the work is the host's own checkout, writable but for its protected paths and what the
 * policy makes read-only. The shelf is there too, so that one can look into the worktrees (seed 002,
 * "Backward compatibility").
 */
export function planBind(policy: ResolvedPolicy, facts: HostFacts): FilesPlan {
  checkOwner(facts);
  checkGitDirectory(facts);
  const workdir = `/workspace/${facts.workspace.name}`;
  const { filesystem } = policy;
  const named = [...filesystem.protected, ...absentExclusions(filesystem, facts)];
  const scripts = scriptsInside(policy).map((path) => ({ path, kind: "file" }) as const);
  const protectedPaths = withHooks([...named.map(({ value }) => value), ...scripts], facts);
  const levels = levelsOf(policy, [...namedLevels(filesystem), ...facts.matches], protectedPaths);
  const protection = planProtection({ protectedPaths, levels }, facts, workdir);
  return {
    mounts: [
      { source: facts.workspace.path, target: workdir, mode: levels.top },
      ...protection.mounts,
      ...hooksMounts(facts),
      ...outsideMounts(policy, facts),
      ...scriptMounts(policy, facts),
      { volume: "shelf", source: "", target: SHELF.root, mode: "rw" },
    ],
    placeholders: protection.placeholders,
    workdir,
    branch: undefined,
  };
}
