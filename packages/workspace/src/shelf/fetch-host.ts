import { SandboxError, type SessionAnswer } from "@agent-sandbox/core";

import { commandFailure } from "../git/command-failure.ts";
import type { OpenShelf } from "./open-shelf.ts";

const REFSPECS = [
  "+refs/heads/*:refs/remotes/host/*",
  "+refs/remotes/origin/*:refs/remotes/origin/*",
  // A symbolic ref there, and a plain one that nobody updates here.
  "^refs/remotes/origin/HEAD",
];

/**
 * The configuration of a submodule names its work tree, relative to a git directory that the session
 * has elsewhere; git on that side is told where it is here, by a variable that no path needs quoting in.
 */
const UPLOAD_PACK = 'GIT_WORK_TREE="$AGENT_SANDBOX_WORK_TREE" git-upload-pack';

const OPTIONS = [
  ...["--quiet", "--update-shallow", "--prune", "--tags", "--no-write-fetch-head"],
  ...["--upload-pack", UPLOAD_PACK],
];

/**
 * Brings the host's branches, tags and what it knows of origin into the shelf, and `commits` besides.
 * Tags that the shelf has stay as they are; no branch of the shelf is touched.
 */
export async function fetchHost(shelf: OpenShelf, commits: readonly string[] = []): Promise<void> {
  const { git, places, settings } = shelf;
  const args = [...OPTIONS, fileUrl(places.host.gitDir), ...REFSPECS, ...new Set(commits)];
  const environment = { AGENT_SANDBOX_WORK_TREE: places.host.workTree };
  const answer = await git.ask(["fetch", ...args], { environment });
  const isOnlyRefusedTags = answer.status === 1 && !/^(fatal|error):/m.test(answer.stderr);
  if (answer.status === 0 || isOnlyRefusedTags) return;
  throw fetchFailure(settings.workspace.path, answer);
}

/** What git says of a partial clone without its server, and of a repository that is damaged. */
const MISSING_OBJECTS =
  /missing|bad (\w+ )?object|broken|promisor|all necessary objects|repository corruption/;

/** Which of the two repositories is at fault: the host's speaks with "remote:" in front. */
function fetchFailure(workspace: string, answer: SessionAnswer): SandboxError {
  const failure = commandFailure("git fetch", answer);
  const { detail } = failure;
  const damaged = answer.stderr.split("\n").filter((line) => MISSING_OBJECTS.test(line));
  if (damaged.length === 0 || failure.code === "DISK_FULL") return failure;
  if (!damaged.some((line) => /^remote:|upload-pack/.test(line)))
    return new SandboxError(
      "GIT_FAILED",
      "Cannot open the repo shelf: one of its branches is damaged",
      {
        hint: 'Find it with "git fsck" in the repo shelf, and remove it with "agent-sandbox drop NAME --force"',
        detail,
      },
    );
  return new SandboxError(
    "WORKSPACE_INVALID",
    `Cannot make branches of "${workspace}": its repository lacks some of its objects`,
    {
      hint: 'A partial clone gets them with "git fetch --refetch --no-filter"; "git fsck" tells what is missing otherwise',
      detail,
    },
  );
}

/** git decodes what a `file:` URL has encoded. */
function fileUrl(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}
