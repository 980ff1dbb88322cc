import type { ProtectedPath } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { HostFacts } from "../facts.ts";
import type { Mount, Placeholder } from "../plan.ts";
import { type Levels, withoutVoidGrants } from "./levels.ts";
import { overlay, type OverlayEntry, placeholderContent, readOnly } from "./overlay.ts";

/** What keeps protected paths read-only, and their places taken where they do not exist. */
export interface Protection {
  readonly mounts: readonly Mount[];
  readonly placeholders: readonly Placeholder[];
}

/** What is laid over a workspace. */
export interface Laid {
  readonly protectedPaths: readonly ProtectedPath[];
  /** What is said of other paths; without it the workspace is writable. */
  readonly levels?: Levels;
}

/**
 * Protected and read-only paths are laid read-only over the workspace, and what is writable in them
 * over these. What is absent and must not be made is held by a placeholder. Fails with
 * WORKSPACE_INVALID where a link is in the way.
 */
export function planProtection(
  { protectedPaths, levels = { top: "rw", entries: [] } }: Laid,
  facts: HostFacts,
  workdir: string,
): Protection {
  const { top, entries: others } = withoutVoidGrants(levels, facts);
  const entries = overlay([...others, ...protectedPaths.map(readOnly)], top);
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
export function withHooks(
  named: readonly ProtectedPath[],
  { hooksPath }: HostFacts,
): readonly ProtectedPath[] {
  if (hooksPath === undefined) return named;
  const isCovered = named.some(({ path }) => `${hooksPath}/`.startsWith(`${path}/`));
  return isCovered ? named : [...named, { path: hooksPath, kind: "directory" }];
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
  if (kind !== "file" || CONFIGURATION.has(path)) {
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
