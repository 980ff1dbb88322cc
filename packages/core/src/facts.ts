import type { HooksPlace } from "./hooks.ts";
import type { WorkspaceIdentity } from "./plan.ts";

/** What stands at one path, looked at without following links. */
export type PathFact = "directory" | "file" | "link" | "absent";

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
   * every excluded one without globs, `hooksPath`, and each of its parents below the workspace.
   */
  readonly paths: ReadonlyMap<string, PathFact>;
  /**
   * The host names of the npm registries, scoped ones included, from the user's own npm
   * configuration; never from the workspace's.
   */
  readonly npmRegistryHosts: readonly string[];
  /** GitHub's published CIDRs for web, api and git. */
  readonly githubRanges: readonly string[];
}
