import { freeSpace, readBubblewrapFacts, readGitFacts } from "@agent-sandbox/host";

import { ifWorkspace } from "./if-there.ts";
import { judgeBubblewrap, judgeGit, judgeSpace } from "./judge-machine.ts";
import type { Check } from "./run-checks.ts";
import type { SharedFacts } from "./shared-facts.ts";

/** What this machine tells by itself. */
export function machineChecks(facts: SharedFacts): readonly Check[] {
  const { surroundings, signal, workspace } = facts;
  const lookAtDisk = async () =>
    judgeSpace(
      await freeSpace((await workspace()).workspace.path),
      "Make room on the disk that the workspace is on",
    );
  const lookAtGit = async () => {
    const found = await workspace().catch(() => undefined);
    const { env } = surroundings;
    return judgeGit(await readGitFacts({ workspace: found?.workspace.path, env }, signal));
  };
  const lookAtBubblewrap = async () =>
    judgeBubblewrap(await readBubblewrapFacts(surroundings.env, signal));
  return [
    { name: "disk", look: ifWorkspace(facts, lookAtDisk), otherwise: "warning" },
    { name: "git", look: lookAtGit, otherwise: "problem" },
    { name: "bubblewrap", look: lookAtBubblewrap, otherwise: "warning" },
  ];
}
