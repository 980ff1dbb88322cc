import { join } from "node:path";

import { SHELF, type BranchIdentity, type GitSession } from "@agent-sandbox/core";

import { fetchHost } from "../shelf/fetch-host.ts";
import { HEADS, readRefs } from "../shelf/host-repository.ts";
import { openShelf, type OpenShelf, type ShelfRecord } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { countCommits, notOnHost, tipsOf } from "./host-has.ts";
import { lastCommits, type LastCommit } from "./last-commits.ts";
import { worktreeChanges } from "./worktree-changes.ts";

/** How far a branch of the shelf is. */
export interface BranchState extends BranchIdentity {
  /** Commits that the host's branch of that name lacks; without one, those since its start. */
  readonly ahead: number;
  /** Whether the host has all of its commits, on whatever branch. */
  readonly isOnHost: boolean;
  /** Files that are changed or new in its worktree; undefined where git cannot tell. */
  readonly uncommitted: number | undefined;
  /** What its worktree has checked out; undefined: no branch. */
  readonly head: string | undefined;
  readonly lastCommit: LastCommit | undefined;
  /** What its worktree takes on the disk, where that was measured. */
  readonly bytes: number | undefined;
}

export interface StatesRequest {
  /** Whether to measure the worktrees too: every file of them is looked at. */
  readonly sizes?: boolean;
}

/** Of every branch that has its worktree in the shelf, by name. */
export async function branchStates(
  session: GitSession,
  settings: ShelfSettings,
  { sizes: measured = true }: StatesRequest = {},
): Promise<readonly BranchState[]> {
  const shelf = await openShelf(session, settings);
  await fetchHost(shelf);
  const refs = await readRefs(shelf.git, ["refs/heads"]);
  const records = [...shelf.records.values()].filter(({ mark }) => mark !== undefined);
  const commits = await lastCommits(shelf.git);
  const sizes = measured ? await diskUsage(shelf, records) : new Map<string, number>();
  const states: BranchState[] = [];
  for (const record of records) {
    const { key, head, mark } = record;
    const name = mark?.name ?? key;
    const about = { name, key, head, lastCommit: commits.get(HEADS + name), bytes: sizes.get(key) };
    states.push({ ...about, ...(await countWork(shelf, refs, record)) });
  }
  return states.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function countWork(
  shelf: OpenShelf,
  refs: ReadonlyMap<string, string>,
  record: ShelfRecord,
): Promise<Pick<BranchState, "ahead" | "isOnHost" | "uncommitted">> {
  const name = record.mark?.name ?? record.key;
  // Most of many branches are where the host is: that is seen without git.
  const known = new Set(shelf.host.refs.values());
  const tips = tipsOf(name, refs, record).filter((tip) => !known.has(tip));
  const missing = tips.length === 0 ? 0 : await countCommits(shelf.git, notOnHost(shelf, tips));
  const base = shelf.host.refs.get(HEADS + name) ?? record.mark?.start;
  const own = refs.get(HEADS + name);
  const ahead = await countAhead(shelf, { own, base });
  // What an agent broke in its own worktree must not hide the others.
  const changes =
    record.entries === undefined
      ? undefined
      : await worktreeChanges(shelf, record.key).catch(() => undefined);
  return { ahead: ahead ?? missing, isOnHost: missing === 0, uncommitted: changes?.length };
}

interface Ends {
  readonly own: string | undefined;
  readonly base: string | undefined;
}

/** Undefined where one of the two is not there. */
async function countAhead({ git }: OpenShelf, { own, base }: Ends): Promise<number | undefined> {
  if (own === undefined || base === undefined) return undefined;
  return own === base ? 0 : await countCommits(git, `${own}\n^${base}\n`);
}

/** In bytes, by key. */
async function diskUsage(
  { session, places }: OpenShelf,
  records: readonly ShelfRecord[],
): Promise<ReadonlyMap<string, number>> {
  const present = records.filter(({ entries }) => entries !== undefined);
  if (present.length === 0) return new Map();
  const directories = present.map(({ key }) => join(places.root, SHELF.worktrees, key));
  const asked = ["du", "--summarize", "--one-file-system", "--block-size=1"] as const;
  const { stdout } = await session.run({ argv: [...asked, "--", ...directories] });
  const lines = stdout.split("\n").map((line) => line.split("\t"));
  return new Map(
    present.flatMap(({ key }, index) => {
      const bytes = lines.find(([, path]) => path === directories[index])?.[0];
      return bytes === undefined ? [] : [[key, Number(bytes)] as const];
    }),
  );
}
