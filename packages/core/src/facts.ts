import type { HooksPlace } from "./hooks.ts";
import type { WorkspaceIdentity } from "./plan.ts";

/** What stands at one path, looked at without following links. */
export type PathFact = "directory" | "file" | "link" | "absent";

/** What stands at a path outside of the workspace, with all links followed. */
export interface OutsideFact {
  /** The real path; of what is absent, as it was asked for. */
  readonly real: string;
  readonly kind: "directory" | "file" | "absent" | "other";
}

/** "link": it is one, or is below one. */
export type ScriptFact = "program" | "not-executable" | "link" | "other" | "absent";

/** The Docker daemon's socket, with all links followed and the group that may use it; or why there is none. */
export type DockerSocketFact =
  | { readonly kind: "socket"; readonly path: string; readonly gid: number }
  | { readonly kind: "none"; readonly state: string };

/** All that the plan needs to know of this machine; read once, before the plan. */
export interface HostFacts {
  readonly workspace: WorkspaceIdentity;
  /** Who owns the workspace directory. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /**
   * What `.git` is at the top of the workspace. "file" is a linked worktree or a submodule.
   */
  readonly git: PathFact;
  /** The directory inside the workspace that `core.hooksPath` names, relative to it. */
  readonly hooksPath: string | undefined;
  /** Where the workspace's own git finds hooks: that of its owner, where root starts the sandbox. */
  readonly hooks: HooksPlace;
  /**
   * By path relative to the workspace, without a trailing slash: every protected path of the policy,
   * every excluded, read-only or writable one without globs, `hooksPath`, `matches`, and each of their
   * parents below the workspace.
   */
  readonly paths: ReadonlyMap<string, PathFact>;
  /**
   * What the globs of `ro` and `rw` match in the workspace, relative to it. They are looked for where
   * a sandbox is started, and not for each command that enters one.
   */
  readonly matches: readonly string[];
  /** What stands at each path outside of the workspace that a rule without globs names, by that path. */
  readonly outside: ReadonlyMap<string, OutsideFact>;
  /** What stands at each path of a script that runs in place of a program. */
  readonly scripts: ReadonlyMap<string, ScriptFact>;
  /** Where agent-sandbox keeps the user's configuration and its own records, absolute and real. */
  readonly ownFolders: readonly string[];
  /** Looked at where the policy has it inside. */
  readonly dockerSocket?: DockerSocketFact | undefined;
  /** The folder that the policy names for records, with all links followed as far as it is there. */
  readonly records?: string | undefined;
  /**
   * The host names of the npm registries, scoped ones included, from the user's own npm
   * configuration; never from the workspace's.
   */
  readonly npmRegistryHosts: readonly string[];
  /** GitHub's published CIDRs for web, api and git. */
  readonly githubRanges: readonly string[];
}
