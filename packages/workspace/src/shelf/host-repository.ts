import { SandboxError, type SessionAnswer } from "@agent-sandbox/core";

import type { Git } from "../git/git-at.ts";
import type { ShelfSettings } from "./settings.ts";

/** What the host's repository is now, as the session's git sees it. */
export interface HostRepository {
  readonly isShallow: boolean;
  /** The commit of its HEAD; undefined where the current branch has none yet. */
  readonly commit: string | undefined;
  /** The branch that is checked out, without `refs/heads/`; undefined: HEAD is detached. */
  readonly branch: string | undefined;
  /** Commits by full name of the ref: branches, tags, what the host knows of its remotes, and what was fetched. */
  readonly refs: ReadonlyMap<string, string>;
}

/** Fails with WORKSPACE_INVALID where branches cannot be made from it. */
export async function readHost(git: Git, workspace: string): Promise<HostRepository> {
  const asked = ["--is-shallow-repository", "HEAD^{commit}", "--symbolic-full-name", "HEAD"];
  const head = await git.ask(["rev-parse", ...asked]);
  const [isShallow, ...rest] = head.stdout.trim().split("\n");
  if (isShallow !== "true" && isShallow !== "false") throw unreadable(workspace, head);
  const refs = await readRefs(git, ["refs/heads", "refs/remotes", "refs/tags", "refs/sandbox"]);
  const about = { isShallow: isShallow === "true", refs };
  if (head.status === 0) return { ...about, ...current(rest) };
  if (refs.size > 0) return { ...about, commit: undefined, branch: undefined };
  throw refusal(workspace, "its repository has no commit yet", {
    hint: "Make the first one: a branch needs a commit to start from",
  });
}

/**
 * Fails with WORKSPACE_INVALID where the workspace is a repository without a checkout. A linked
 * worktree is a checkout, also where the repository that it belongs to has none.
 */
export async function checkCheckout(
  git: Git,
  { repository, workspace: { path } }: ShelfSettings,
): Promise<void> {
  if (repository.commonGitDir !== undefined) return;
  const isItself = repository.gitDir === path;
  const asked = ["--type=bool", "--get", "core.bare"];
  if (!isItself && (await git.ask(["config", ...asked])).stdout.trim() !== "true") return;
  throw refusal(path, "it is a bare repository", {
    hint: "Use a checkout of it: git clone, or git worktree add",
  });
}

function current([commit, name]: readonly string[]): Pick<HostRepository, "commit" | "branch"> {
  const branch = name?.startsWith(HEADS) === true ? name.slice(HEADS.length) : undefined;
  return { commit, branch };
}

export const HEADS = "refs/heads/";

/** The refs below `prefixes` and the objects that they name. */
export async function readRefs(
  git: Git,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const format = "--format=%(objectname) %(refname)";
  const lines = (await git.run(["for-each-ref", format, ...prefixes])).split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => {
        const end = line.indexOf(" ");
        return [line.slice(end + 1), line.slice(0, end)] as const;
      }),
  );
}

/** What git says of a repository that it cannot use, and what that means for people. */
const UNREADABLE: readonly (readonly [RegExp, string, string])[] = [
  [
    /unknown repository extension|Expected git repo version|invalid value for '?extensions/,
    "git in the image cannot read a repository of its format",
    "Build the image again for a newer git, or convert the repository",
  ],
  [
    /dubious ownership/,
    "its git directory belongs to somebody else",
    "Give the checkout and its git directory to one user, with chown -R",
  ],
];

function unreadable(workspace: string, { stderr }: SessionAnswer): SandboxError {
  const [, state, hint] = UNREADABLE.find(([pattern]) => pattern.test(stderr)) ?? [
    undefined,
    "git finds no repository there",
    "Run this at the top of a checkout",
  ];
  return refusal(workspace, state, { hint, detail: stderr.trim() });
}

/** The whole workspace cannot be used, whatever the branch. */
export function refusal(
  workspace: string,
  state: string,
  details: { readonly hint: string; readonly detail?: string },
): SandboxError {
  const message = `Cannot make branches of "${workspace}": ${state}`;
  return new SandboxError("WORKSPACE_INVALID", message, details);
}
