import type { GitSession } from "@agent-sandbox/core";

import type { ShelfSettings } from "../shelf/settings.ts";
import { compare, type Compared } from "./compared.ts";
import { judgeChanges, type JudgedChange } from "./judge-changes.ts";
import { DIFF, readChanges } from "./read-changes.ts";

export interface ReviewedCommit {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly time: string;
  readonly subject: string;
}

/** What a branch brings, as its agent wrote it: names and subjects may hold any character. */
export interface BranchReview {
  readonly name: string;
  readonly tip: string;
  /** What the changes are counted from. */
  readonly base: string;
  /** Those that are not in what the host has checked out, the latest first. */
  readonly commits: readonly ReviewedCommit[];
  /** The risky ones first. */
  readonly changes: readonly JudgedChange[];
}

/** What the branch's commits bring to what the host has checked out; what is not committed is not in it. */
export async function reviewBranch(
  session: GitSession,
  settings: ShelfSettings,
  name: string,
): Promise<BranchReview> {
  const compared = await compare(session, settings, name);
  const { tip, base } = compared;
  const commits = await readCommits(compared);
  const changes = await judgeChanges(compared, await readChanges(compared));
  return { name, tip, base, commits, changes };
}

export interface DiffRequest {
  readonly name: string;
  /** Whether binary files are in it, so that it can be applied; else only that they differ. */
  readonly binary: boolean;
}

/** The same changes as a patch, without colour, in the files' own bytes. */
export async function diffBranch(
  session: GitSession,
  settings: ShelfSettings,
  { name, binary }: DiffRequest,
): Promise<Buffer> {
  const { git, base, tip, environment } = await compare(session, settings, name);
  const options = ["--patch", "--no-color", ...(binary ? ["--binary"] : [])];
  return await git.bytes([...DIFF, ...options, base, tip], { environment });
}

async function readCommits({ git, against, tip }: Compared): Promise<readonly ReviewedCommit[]> {
  const format = "--format=%H%x00%an%x00%cI%x00%s%x00";
  const asked = ["--no-show-signature", "--no-color", format];
  const range = against === undefined ? [tip] : [tip, `^${against}`];
  const fields = (await git.run(["log", ...asked, ...range])).split("\0");
  return Array.from({ length: Math.floor(fields.length / 4) }, (_, index) => {
    const [commit = "", author = "", time = "", subject = ""] = fields.slice(index * 4);
    return { commit: commit.trim(), author, time, subject };
  });
}
