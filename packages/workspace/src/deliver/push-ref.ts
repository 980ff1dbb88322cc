import type { BranchIdentity } from "@agent-sandbox/core";

import type { OpenShelf } from "../shelf/open-shelf.ts";
import { courierSocket } from "./courier.ts";

/** What carries a push to the gate; in a sandbox git is told of it by its configuration. */
const CLIENT = "/usr/local/lib/agent-sandbox/gate/gate-client receive-pack";

export interface Pushed {
  readonly isTaken: boolean;
  /** Whether the ref was not there already at that commit. */
  readonly isNew: boolean;
  /** What git and the gate said. */
  readonly said: string;
}

/** Pushes one refspec through our own socket of the gate. */
export async function pushRef(
  shelf: OpenShelf,
  branch: BranchIdentity,
  refspec: string,
): Promise<Pushed> {
  const { git, settings } = shelf;
  const url = `file:///workspace/${encodeURIComponent(settings.workspace.name)}`;
  const options = ["--porcelain", "--no-verify", "--no-signed", "--no-follow-tags"];
  const environment = { AGENT_SANDBOX_GATE_SOCKET: courierSocket(shelf, branch) };
  const answer = await git.ask(["push", ...options, `--receive-pack=${CLIENT}`, url, refspec], {
    environment,
  });
  // git-push(1), "Output": the flag is "=" for a ref that is there already.
  const flag = /^([ +*=!-])\t/m.exec(answer.stdout)?.[1];
  const told = [/^!\t(?:.*\t)?(.*)$/m.exec(answer.stdout)?.[1] ?? "", ...answer.stderr.split("\n")];
  return {
    isTaken: answer.status === 0,
    isNew: flag !== "=",
    said: told
      .map((line) => line.trimEnd())
      .filter((line) => line !== "" && !line.startsWith("error: failed to push some refs"))
      .join("\n"),
  };
}
