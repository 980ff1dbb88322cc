import type { Git } from "../git/git-at.ts";
import type { OpenShelf, ShelfRecord } from "../shelf/open-shelf.ts";
import { HEADS } from "../shelf/host-repository.ts";

/** Where a branch's commits can be: its ref, and its worktree's HEAD while that is detached. */
export function tipsOf(
  name: string,
  refs: ReadonlyMap<string, string>,
  record: ShelfRecord | undefined,
): readonly string[] {
  return [refs.get(HEADS + name), record?.detached].filter((tip) => tip !== undefined);
}

/**
 * What makes rev-list leave out every commit that the host has. The host itself says which these are:
 * an agent could write what the shelf remembers of it.
 */
export function notOnHost({ host }: OpenShelf, tips: readonly string[]): string {
  const known = [
    ...new Set(host.refs.values()),
    ...(host.commit === undefined ? [] : [host.commit]),
  ];
  return `${[...tips, ...known.map((commit) => `^${commit}`)].join("\n")}\n`;
}

export async function countCommits(git: Git, revisions: string): Promise<number> {
  const asked = ["--count", "--ignore-missing", "--stdin"];
  return Number(await git.run(["rev-list", ...asked], { input: revisions }));
}
