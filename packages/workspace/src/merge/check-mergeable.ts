import { SandboxError } from "@agent-sandbox/core";

import type { Git } from "../git/git-at.ts";

const STATUS = ["--porcelain=v1", "-z", "--no-renames", "--untracked-files=no"];

/** Fails with WORK_AT_RISK where the checkout has what no commit has; new files are git's to judge. */
export async function checkClean(
  git: Git,
  name: string,
  filters: readonly string[],
): Promise<void> {
  const status = await git.run(["status", ...STATUS], { filters });
  const count = status.split("\0").length - 1;
  if (count === 0) return;
  const files = count === 1 ? "1 file has" : `${count} files have`;
  throw new SandboxError(
    "WORK_AT_RISK",
    `Cannot merge "${name}": ${files} changes on the host that are not committed`,
    { hint: "Commit or stash them first: git stash" },
  );
}

interface FilterRequest {
  readonly name: string;
  readonly ref: string;
  readonly filters: readonly string[];
  /** Those that the host's own attributes name, which are in no commit. */
  readonly own: readonly string[];
  readonly manual: string;
}

/**
 * Fails with POLICY_UNSUPPORTED where either side, or the host's own attributes, send files through a
 * filter that the host has configured, such as git-lfs. It is the user's own program, and nothing of the
 * agent's; but the session has neither it nor its network, so none runs here, and without it the wrong
 * content would be checked out.
 */
export async function checkFilters(git: Git, request: FilterRequest): Promise<void> {
  const { name, ref, filters, own, manual } = request;
  if (filters.length === 0) return;
  const attributes = [".gitattributes", ":(glob)**/.gitattributes"];
  const { stdout } = await git.ask([
    "grep",
    "-h",
    "-a",
    "filter=",
    "HEAD",
    ref,
    "--",
    ...attributes,
  ]);
  const words = new Set(stdout.split(/\s/));
  const used = own[0] ?? filters.find((filter) => words.has(`filter=${filter}`));
  if (used === undefined) return;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    `Cannot merge "${name}": its files go through the filter "${used}", which does not run here`,
    { hint: `Merge it by hand: ${manual}` },
  );
}
