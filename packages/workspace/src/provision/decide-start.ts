import { SandboxError } from "@agent-sandbox/core";

import { branchIdentity } from "../branch/branch-identity.ts";
import { HEADS } from "../shelf/host-repository.ts";
import type { ShelfRecord } from "../shelf/open-shelf.ts";
import type { ProvisionedBranch } from "./provisioned-branch.ts";

/** How a branch comes into the shelf. */
export type Start = Pick<ProvisionedBranch, "source" | "startedFrom" | "start">;

/** What is there before the branch is made. */
export interface StartFacts {
  /** The shelf's refs, the host's branches under `refs/remotes/host/`. */
  readonly refs: ReadonlyMap<string, string>;
  readonly records: ReadonlyMap<string, ShelfRecord>;
  /** What a new branch starts from. */
  readonly from: { readonly label: string; readonly commit: string } | SandboxError;
}

/** Pure: the shelf's own branch is kept as it is; else the host's, else origin's, else a new one. */
export function decideStart(name: string, facts: StartFacts): Start {
  const { refs, from } = facts;
  checkOtherWorktree(name, facts.records);
  const own = facts.records.get(branchIdentity(name).key);
  // Its worktree may be on another branch by now: that is its agent's matter.
  if (refs.has(HEADS + name) || own?.mark !== undefined)
    return { source: "kept", startedFrom: undefined, start: undefined };
  checkNeighbours(name, refs);
  const known = KNOWN.find(({ prefix }) => refs.has(prefix + name));
  if (known !== undefined)
    return {
      source: known.source,
      startedFrom: known.source === "host" ? name : `origin/${name}`,
      start: refs.get(known.prefix + name),
    };
  if (from instanceof SandboxError) throw from;
  return { source: "new", startedFrom: from.label, start: from.commit };
}

const KNOWN = [
  { source: "host", prefix: "refs/remotes/host/" },
  { source: "origin", prefix: "refs/remotes/origin/" },
] as const;

/** git has a branch in one worktree only. */
function checkOtherWorktree(name: string, records: ReadonlyMap<string, ShelfRecord>): void {
  const { key } = branchIdentity(name);
  const other = [...records.values()].find((record) => record.head === name && record.key !== key);
  if (other === undefined || records.get(key)?.mark !== undefined) return;
  const owner = other.mark?.name ?? other.key;
  throw new SandboxError(
    "BRANCH_INVALID",
    `Cannot use the branch "${name}": the worktree of "${owner}" has it checked out`,
    { hint: `Go on there with --branch ${owner}, or check another branch out in it first` },
  );
}

/** A branch is a file and a part before "/" a directory: git has no branch "a" beside "a/b". */
function checkNeighbours(name: string, refs: ReadonlyMap<string, string>): void {
  const parts = name.split("/");
  const above = parts
    .slice(1)
    .map((_, index) => parts.slice(0, index + 1).join("/"))
    .find((parent) => refs.has(HEADS + parent));
  const below = [...refs.keys()].find((ref) => ref.startsWith(`${HEADS}${name}/`));
  const neighbour = above ?? below?.slice(HEADS.length);
  if (neighbour === undefined) return;
  throw new SandboxError(
    "BRANCH_INVALID",
    `Cannot make the branch "${name}": git has none beside "${neighbour}", which the repo shelf has`,
    { hint: "Choose another name, or drop the other branch" },
  );
}
