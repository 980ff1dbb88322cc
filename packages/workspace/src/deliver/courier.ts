import { SandboxError, type BranchIdentity } from "@agent-sandbox/core";

import { problemIn, runSteps } from "../files/run-steps.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";

/** No branch's key ends so: git forbids "~" in names (git-check-ref-format(1)). */
const SUFFIX = "~operator";

/** How long the gate may take to open a socket, in seconds. */
const PATIENCE = "15";

/**
 * Does `work` while the gate has a folder of our own for this branch, in which pushes may also go to
 * `refs/sandbox/`; no sandbox ever sees it.
 */
export async function withCourier<T>(
  shelf: OpenShelf,
  branch: BranchIdentity,
  work: () => Promise<T>,
): Promise<T> {
  const folder = folderOf(branch);
  const content = `${branch.name}\noperator\n`;
  const { session, places } = shelf;
  const [outcomes = []] = await runSteps(session, [
    [{ do: "publish", root: places.gate, path: `${folder}/branch`, content }],
  ]);
  const problem = problemIn(outcomes, `bring "${branch.name}" to the host`);
  if (problem !== undefined) throw problem;
  try {
    await waitForSocket(shelf, courierSocket(shelf, branch));
    return await work();
  } finally {
    await runSteps(session, [[{ do: "remove", root: places.gate, path: folder }]]);
  }
}

function folderOf({ key }: BranchIdentity): string {
  return `${key}${SUFFIX}`;
}

export function courierSocket({ places }: OpenShelf, branch: BranchIdentity): string {
  return `${places.gate}/${folderOf(branch)}/socket`;
}

async function waitForSocket({ session }: OpenShelf, socket: string): Promise<void> {
  const wait = 'until [ -S "$1" ]; do sleep 0.02; done';
  const argv = ["timeout", PATIENCE, "sh", "-c", wait, "wait", socket] as const;
  if ((await session.run({ argv })).status === 0) return;
  throw new SandboxError(
    "GIT_FAILED",
    "Cannot reach the host's repository: the gate does not answer",
    {
      hint: "Run the command again",
    },
  );
}
