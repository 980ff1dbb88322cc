import type { HooksPlace } from "./hooks.ts";

/** What branches need to know of the workspace's repository on the host; read from its git. */
export interface RepositoryFacts {
  /** The worktree's own git directory, absolute and real on the host. */
  readonly gitDir: string;
  /** The git directory that it shares with other worktrees, only where it lies outside the workspace. */
  readonly commonGitDir: string | undefined;
  /** Where `origin` is, without passwords and tokens. */
  readonly originUrl: string | undefined;
  readonly userName: string | undefined;
  readonly userEmail: string | undefined;
  /** The absolute host path of `core.hooksPath`, as git resolves it; undefined for `.git/hooks`. */
  readonly hooksPath: string | undefined;
  readonly hooks: HooksPlace;
  /** Those among the hooks that are links to where no sandbox can follow. */
  readonly danglingHooks: readonly string[];
  readonly objectFormat: "sha1" | "sha256";
  /** The filters that any configuration of the host's git names (gitattributes(5), "filter"). */
  readonly filters: readonly string[];
  /** Those that files go through by the host's own attributes, which are in no commit. */
  readonly ownFilters: readonly string[];
}
