import type { ProtectedPath, Sourced } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { HostFacts } from "../facts.ts";
import type { Mount, Placeholder } from "../plan.ts";

/** What keeps protected paths read-only, and their places taken where they do not exist. */
export interface Protection {
  readonly mounts: readonly Mount[];
  readonly placeholders: readonly Placeholder[];
}

/**
 * Each protected path is mounted read-only onto itself. Each directory above it is mounted writable
 * onto itself: a mount point cannot be renamed, and a renamed parent would take the read-only mount
 * away with it. What is absent is held by a placeholder, so that it cannot be made inside.
 */
export function planProtection(
  protectedPaths: readonly Sourced<ProtectedPath>[],
  facts: HostFacts,
  workdir: string,
): Protection {
  const named = protectedPaths.map(({ value }) => value);
  const paths = [...named, ...hooksOf(facts, named)];
  const parents = new Set(paths.flatMap(({ path }) => parentsOf(path)));
  const wanted = new Map<string, Wanted>([
    ...[...parents].map((path) => [path, { kind: "directory", mode: "rw" }] as const),
    ...paths.map(
      ({ path, kind }) =>
        [path, { kind: parents.has(path) ? "directory" : kind, mode: "ro" }] as const,
    ),
  ]);
  // Below a read-only directory everything is read-only, and nothing can be made.
  const isCovered = (path: string) =>
    parentsOf(path).some((parent) => wanted.get(parent)?.mode === "ro");
  const ordered = [...wanted]
    .filter(([path]) => !isCovered(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    mounts: ordered.map(([path, { mode }]) => ({
      source: `${facts.workspace.path}/${path}`,
      target: `${workdir}/${path}`,
      mode,
    })),
    placeholders: ordered.flatMap(([path, { kind }]) => holdersOf(path, kind, facts)),
  };
}

/** The directory that `core.hooksPath` names is where the repository's hooks are. */
function hooksOf({ hooksPath }: HostFacts, named: readonly ProtectedPath[]): ProtectedPath[] {
  if (hooksPath === undefined) return [];
  const isCovered = named.some(({ path }) => `${hooksPath}/`.startsWith(`${path}/`));
  return isCovered ? [] : [{ path: hooksPath, kind: "directory" }];
}

interface Wanted {
  readonly kind: "directory" | "file";
  readonly mode: Mount["mode"];
}

/** `a/b/c` has the parents `a` and `a/b`; the workspace itself is a mount already. */
function parentsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}

function holdersOf(path: string, kind: Wanted["kind"], facts: HostFacts): readonly Placeholder[] {
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
  if (kind === "directory") return [{ path: host, kind, content: "" }, ...anchorOf(path, host)];
  return [{ path: host, kind, content: CONTENT[path] ?? defaultContent(path) }];
}

/** git refuses to work with an empty commondir; "." is what an absent one means. */
const CONTENT: Readonly<Record<string, string>> = { ".git/commondir": ".\n" };

function defaultContent(path: string): string {
  return path.endsWith(".json") ? "{}\n" : "";
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
