import { SandboxError, type GitSession } from "@agent-sandbox/core";

import { branchIdentity } from "../branch/branch-identity.ts";
import { gitAt, type Git } from "../git/git-at.ts";
import { fetchHost } from "../shelf/fetch-host.ts";
import { HEADS, readRefs } from "../shelf/host-repository.ts";
import { openShelf } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";

/** A branch beside what the host has checked out. */
export interface Compared {
  readonly git: Git;
  readonly tip: string;
  /** What the host has checked out; undefined where that has no commit. */
  readonly against: string | undefined;
  /** Their last common commit, or the empty tree where they have none. */
  readonly base: string;
  /** Reads no attributes: with "-diff" an agent could hide what it wrote. */
  readonly environment: Readonly<Record<string, string>>;
}

const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;

export async function compare(
  session: GitSession,
  settings: ShelfSettings,
  name: string,
): Promise<Compared> {
  const { key } = branchIdentity(name);
  const shelf = await openShelf(session, settings);
  const against = shelf.host.commit ?? shelf.records.get(key)?.mark?.start;
  await fetchHost(shelf, against === undefined ? [] : [against]);
  const refs = await readRefs(shelf.git, ["refs/heads"]);
  const tip = refs.get(HEADS + name);
  if (tip === undefined) throw noSuchBranch(name, refs, "compare");
  const emptyTree = EMPTY_TREE[settings.repository.objectFormat];
  // Not in the checkout of the shared repository: what lies there could be attributes.
  const git = gitAt(session, { ...shelf.places.shelf, workTree: undefined });
  const { stdout } =
    against === undefined ? { stdout: "" } : await git.ask(["merge-base", against, tip]);
  const base = stdout.trim() === "" ? emptyTree : stdout.trim();
  return { git, tip, against, base, environment: { GIT_ATTR_SOURCE: emptyTree } };
}

export function noSuchBranch(
  name: string,
  refs: ReadonlyMap<string, string>,
  action: string,
): SandboxError {
  const names = [...refs.keys()].map((ref) => ref.slice(HEADS.length));
  return new SandboxError(
    "BRANCH_INVALID",
    `Cannot ${action} "${name}": the repo shelf has no such branch`,
    { hint: names.length === 0 ? "It has none" : `It has: ${names.join(", ")}` },
  );
}
