import { SandboxError, type BranchIdentity } from "@agent-sandbox/core";

import { runSteps } from "../files/run-steps.ts";
import { RECORDS } from "../shelf/layout.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";
import { notOnHost, tipsOf } from "../states/host-has.ts";
import { worktreeChanges } from "../states/worktree-changes.ts";

/** What would be lost with a branch. */
export interface Risk {
  /** How much, for people: "2 commits and 1 uncommitted file". */
  readonly what: string;
  /** Each of it, a line each. */
  readonly detail: string;
}

/** What would be lost with the branch, as the error that says so; undefined: nothing. */
export async function workAtRisk(
  shelf: OpenShelf,
  branch: BranchIdentity,
  refs: ReadonlyMap<string, string>,
): Promise<SandboxError | undefined> {
  const { name } = branch;
  const risk = await riskOf(shelf, branch, refs);
  if (risk === undefined) return undefined;
  return new SandboxError(
    "WORK_AT_RISK",
    `Cannot drop "${name}": only the repo shelf has ${risk.what}`,
    {
      hint: `Bring the commits to the host with "agent-sandbox fetch ${name}", or give it all up with --force`,
      detail: risk.detail,
    },
  );
}

/** What would be lost with the branch; undefined: nothing. */
export async function riskOf(
  shelf: OpenShelf,
  { name, key }: BranchIdentity,
  refs: ReadonlyMap<string, string>,
): Promise<Risk | undefined> {
  const record = shelf.records.get(key);
  const commits = await missingCommits(shelf, tipsOf(name, refs, record));
  // Nobody has worked in what is half-made, or half-dropped already.
  const isWorkedIn = record?.mark !== undefined && record.entries !== undefined;
  const files = isWorkedIn ? await worktreeChanges(shelf, key) : strayFiles(shelf, key);
  const modules = (await hasModules(shelf, key))
    ? ["its submodules, whose commits are not looked at"]
    : [];
  const parts = [...counted(commits, "commit"), ...counted(files, "uncommitted file"), ...modules];
  if (parts.length === 0) return undefined;
  return {
    what: parts.join(" and "),
    detail: [...commits, ...files.map((file) => file.replaceAll("\n", "\u240a"))].join("\n"),
  };
}

function strayFiles({ strays }: OpenShelf, key: string): readonly string[] {
  return (strays.get(key) ?? 0) > 0
    ? [`?? all of the worktree "${key}", which git has no record of`]
    : [];
}

function counted(items: readonly string[], what: string): readonly string[] {
  if (items.length === 0) return [];
  return [`${items.length} ${what}${items.length === 1 ? "" : "s"}`];
}

/** Short ids and subjects. */
async function missingCommits(
  shelf: OpenShelf,
  tips: readonly string[],
): Promise<readonly string[]> {
  if (tips.length === 0) return [];
  const asked = [
    "--ignore-missing",
    "--no-show-signature",
    "--no-color",
    "--stdin",
    "--format=%h %s",
  ];
  const output = await shelf.git.run(["log", ...asked], { input: notOnHost(shelf, tips) });
  return output.split("\n").filter((line) => line !== "");
}

/** git keeps a linked worktree's submodules in its record. */
async function hasModules({ session, places }: OpenShelf, key: string): Promise<boolean> {
  const path = `${RECORDS}/${key}/modules`;
  const [[found] = []] = await runSteps(session, [[{ do: "look", root: places.root, path }]]);
  return found?.kind === "directory";
}
