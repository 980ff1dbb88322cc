import { SandboxError } from "@agent-sandbox/core";

import type { OpenShelf } from "../shelf/open-shelf.ts";
import type { StartFacts } from "./decide-start.ts";

type From = StartFacts["from"];

/** What each `--from` means in the host's repository, in one process; by what was written. */
export async function resolveFrom(
  { hostGit, host }: OpenShelf,
  asked: readonly string[],
): Promise<ReadonlyMap<string, From>> {
  const labels = [...new Set(asked)];
  const lines = labels.map((label) => (isSentence(label) ? "" : `${label}^{commit}`));
  if (labels.length === 0) return new Map();
  const input = `${lines.join("\n")}\n`;
  const answers = (await hostGit.run(["cat-file", "--batch-check"], { input })).split("\n");
  return new Map(
    labels.map((label, index): [string, From] => {
      const commit = /^([0-9a-f]{40,64}) commit \d+$/.exec(answers[index] ?? "")?.[1];
      return [label, commit === undefined ? unknownFrom(label, host.refs) : { label, commit }];
    }),
  );
}

/** A line of its own could be another question. */
function isSentence(label: string): boolean {
  return /[\0\r\n]/.test(label) || label === "";
}

/** What a new branch starts from when nobody says: what the host has checked out. */
export function defaultFrom({ host, settings }: OpenShelf): From {
  const { commit, branch } = host;
  if (commit !== undefined) return { label: branch ?? commit.slice(0, 12), commit };
  return new SandboxError(
    "BRANCH_INVALID",
    `Cannot make a branch from what "${settings.workspace.path}" has checked out: it has no commit yet`,
    { hint: `Say where to start with --from: ${namesOf(host.refs)}` },
  );
}

function unknownFrom(label: string, refs: ReadonlyMap<string, string>): SandboxError {
  return new SandboxError(
    "BRANCH_INVALID",
    `Cannot start from ${JSON.stringify(label)}: the host's repository has no such commit`,
    { hint: `There is: ${namesOf(refs)}` },
  );
}

const SHOWN = 12;

/** The first names that one can start from, branches first. */
function namesOf(refs: ReadonlyMap<string, string>): string {
  const names = [...refs.keys()].map((ref) => ref.replace(/^refs\/(heads|remotes|tags)\//, ""));
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
