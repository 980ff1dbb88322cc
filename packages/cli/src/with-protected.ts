import { realpathSync } from "node:fs";

import { relativeInside } from "@agent-sandbox/core";
import type { ProtectedPath, ResolvedPolicy } from "@agent-sandbox/policy";

/** The policy with one more path of the workspace that stays read-only; `key` says on whose word. */
export function withProtected(
  policy: ResolvedPolicy,
  value: ProtectedPath,
  key: string,
): ResolvedPolicy {
  const own = { value, source: { layer: "flags", file: undefined, key, line: undefined } } as const;
  const { filesystem } = policy;
  return { ...policy, filesystem: { ...filesystem, protected: [...filesystem.protected, own] } };
}

/** Whoever wrote the configuration chooses what the next sandbox may do: not the agent. */
export function withProtectedConfig(
  policy: ResolvedPolicy,
  workspace: string,
  configFile: string | undefined,
): ResolvedPolicy {
  if (configFile === undefined) return policy;
  const path = relativeInside(workspace, realpathSync(configFile));
  return path === undefined ? policy : withProtected(policy, { path, kind: "file" }, "--config");
}
