import { SandboxError, type GitSession } from "@agent-sandbox/core";

import { filterNames } from "../git/filter-names.ts";
import { gitAt, type Git } from "../git/git-at.ts";
import { placesOf } from "../git/places.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { checkClean, checkFilters } from "./check-mergeable.ts";
import { driverOverrides } from "./driver-overrides.ts";

export interface MergeRequest {
  readonly name: string;
  /** Where the branch is in the host's repository. */
  readonly ref: string;
}

export interface Merged {
  readonly name: string;
  /** The host's current branch; undefined where HEAD is detached. */
  readonly into: string | undefined;
  /** What HEAD is now. */
  readonly commit: string;
  readonly how: "up-to-date" | "fast-forward" | "merge";
}

/**
 * Merges a branch that was delivered into the host's current branch, in a session that has the host's
 * checkout writable and nothing of the shelf: no hook, filter or merge driver of either side runs.
 * Fails with WORK_AT_RISK where the checkout has changes, and with GIT_FAILED, the checkout as it
 * was, where the two do not go together by themselves.
 */
export async function mergeBranch(
  session: GitSession,
  settings: ShelfSettings,
  { name, ref }: MergeRequest,
): Promise<Merged> {
  const git = gitAt(session, placesOf(settings).host);
  const manual = `git merge ${ref}`;
  const { filters: known, ownFilters: own } = settings.repository;
  const filters = [...new Set([...known, ...(await filterNames(git))])];
  await checkFilters(git, { name, ref, filters, own, manual });
  await checkClean(git, name, filters);
  const before = await headOf(git);
  const theirs = (await git.run(["rev-parse", "--verify", `${ref}^{commit}`])).trim();
  const environment = { ...identityOf(settings, name), GIT_REFLOG_ACTION: `merge ${name}` };
  const safely = { filters, settings: await driverOverrides(git) };
  const message = ["-m", `Merge branch '${name}'`];
  const answer = await git.ask(["merge", ...OPTIONS, ...message, theirs], {
    environment,
    ...safely,
  });
  if (answer.status !== 0) {
    const said = answer.stderr + answer.stdout;
    throw await undo((args) => git.ask(args, safely), { name, manual, said });
  }
  const { commit, branch } = await headOf(git);
  await forget(git, ref, theirs);
  return { name, into: branch, commit, how: howMerged(before.commit, commit, theirs) };
}

/** What the host's configuration could have otherwise, `branch.<name>.mergeOptions` among it. */
const OPTIONS = [
  ...["--commit", "--no-squash", "--no-edit", "--no-stat"],
  ...["--no-gpg-sign", "--no-verify-signatures"],
];

/** What was only fetched to be merged is in the host's branch now. */
async function forget(git: Git, ref: string, commit: string): Promise<void> {
  if (ref.startsWith("refs/sandbox/")) await git.ask(["update-ref", "-d", ref, commit]);
}

interface Head {
  readonly commit: string;
  readonly branch: string | undefined;
}

async function headOf(git: Git): Promise<Head> {
  const commit = (await git.run(["rev-parse", "HEAD"])).trim();
  const { status, stdout } = await git.ask(["symbolic-ref", "--quiet", "--short", "HEAD"]);
  return { commit, branch: status === 0 ? stdout.trim() : undefined };
}

function howMerged(before: string, now: string, theirs: string): Merged["how"] {
  if (now === before) return "up-to-date";
  return now === theirs ? "fast-forward" : "merge";
}

function identityOf({ repository }: ShelfSettings, name: string): Readonly<Record<string, string>> {
  const { userName, userEmail } = repository;
  if (userName === undefined || userEmail === undefined) {
    throw new SandboxError("GIT_FAILED", `Cannot merge "${name}": git does not know who you are`, {
      hint: 'Tell it: git config --global user.name "Your Name", and user.email likewise',
    });
  }
  return {
    GIT_AUTHOR_NAME: userName,
    GIT_AUTHOR_EMAIL: userEmail,
    GIT_COMMITTER_NAME: userName,
    GIT_COMMITTER_EMAIL: userEmail,
  };
}

const SHOWN = 10;

/** The first of them, quoted: an agent may have named them. */
function some(paths: readonly string[]): string {
  const more = paths.length - SHOWN;
  const shown = paths.slice(0, SHOWN).map((path) => JSON.stringify(path));
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Puts the checkout back as it was; what git said is the reason. */
async function undo(
  ask: Git["ask"],
  { name, manual, said }: { readonly name: string; readonly manual: string; readonly said: string },
): Promise<SandboxError> {
  const listed = await ask(["diff", "--name-only", "--diff-filter=U", "-z"]);
  const conflicts = listed.stdout.split("\0").filter((path) => path !== "");
  await ask(["merge", "--abort"]);
  const state = conflicts.length > 0 ? `it conflicts in ${some(conflicts)}` : "git refuses it";
  return new SandboxError("GIT_FAILED", `Cannot merge "${name}": ${state}`, {
    detail: conflicts.length > 0 ? undefined : said.trim(),
    hint: `Nothing has changed; merge it by hand: ${manual}`,
  });
}
