import type { ProtectedPath, Sourced } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { HostFacts } from "../facts.ts";
import type { Mount, Placeholder } from "../plan.ts";
import { overlay, type OverlayEntry, placeholderContent } from "./overlay.ts";

/** What keeps protected paths read-only, and their places taken where they do not exist. */
export interface Protection {
  readonly mounts: readonly Mount[];
  readonly placeholders: readonly Placeholder[];
}

/**
 * Protected paths are laid read-only over the workspace. What is absent is held by a placeholder, so
 * that it cannot be made inside.
 */
export function planProtection(
  protectedPaths: readonly Sourced<ProtectedPath>[],
  facts: HostFacts,
  workdir: string,
): Protection {
  const named = protectedPaths.map(({ value }) => value);
  const entries = overlay([...named, ...hooksOf(facts, named)]);
  return {
    mounts: entries.map(({ path, mode }) => ({
      source: `${facts.workspace.path}/${path}`,
      target: `${workdir}/${path}`,
      mode,
    })),
    placeholders: entries.flatMap((entry) => holdersOf(entry, facts)),
  };
}

/** The directory that `core.hooksPath` names is where the repository's hooks are. */
function hooksOf({ hooksPath }: HostFacts, named: readonly ProtectedPath[]): ProtectedPath[] {
  if (hooksPath === undefined) return [];
  const isCovered = named.some(({ path }) => `${hooksPath}/`.startsWith(`${path}/`));
  return isCovered ? [] : [{ path: hooksPath, kind: "directory" }];
}

/** Whatever holds the place of an absent configuration must not be one. */
const CONFIGURATION: ReadonlySet<string> = new Set([
  ".agent-sandbox.json",
  ".agent-sandbox.jsonc",
  ".uds/config.yaml",
]);

function holdersOf({ path, kind }: OverlayEntry, facts: HostFacts): readonly Placeholder[] {
  const state = facts.paths.get(path) ?? "absent";
  if (state === "link") {
    throw new SandboxError(
      "WORKSPACE_INVALID",
      `Cannot protect "${path}": it is a symbolic link, and what it points to would be mounted`,
      { hint: "Replace the link by what it points to, or protect that path instead" },
    );
  }
  if (state !== "absent") return [];
  const host = `${facts.workspace.path}/${path}`;
  // git does not see an empty directory, and no file can be made in its place.
  if (kind === "directory" || CONFIGURATION.has(path)) {
    return [{ path: host, kind: "directory", content: "" }, ...anchorOf(path, host)];
  }
  return [{ path: host, kind, content: placeholderContent(path) }];
}

/**
 * git on the host removes an empty `.git/worktrees` whenever it prunes (`git gc`), and with it the
 * mount: a locked record inside keeps it (git-worktree(1), "lock").
 */
function anchorOf(path: string, host: string): readonly Placeholder[] {
  if (path !== ".git/worktrees") return [];
  return [
    { path: `${host}/agent-sandbox`, kind: "directory", content: "" },
    { path: `${host}/agent-sandbox/locked`, kind: "file", content: "held by agent-sandbox\n" },
  ];
}
