import { describePlan } from "@agent-sandbox/engine-bwrap";

import { listenForInterrupts } from "../interrupts.ts";
import type { Surroundings } from "../surroundings.ts";
import { isOnTerminal } from "./exec-stdio.ts";
import { type ExecRequest, prepareExec } from "./prepare-exec.ts";

const WITHOUT_PROXY =
  "The proxy to the hosts that are open is a part of agent-sandbox, not of bubblewrap: what is printed reaches no network at all.";

const WITHOUT_LINKS =
  "Links that have to stay as they are are watched by agent-sandbox, not by bubblewrap: what is printed does not.";

/** What `exec` would run, for a shell to read. */
export async function describeExec(
  request: ExecRequest,
  surroundings: Surroundings,
): Promise<string> {
  using interrupts = listenForInterrupts();
  const { plan } = await prepareExec(request, surroundings, interrupts.signal);
  if (plan.network === "proxy") surroundings.say(WITHOUT_PROXY);
  if (plan.keptLinks.length > 0) surroundings.say(WITHOUT_LINKS);
  return describePlan({ plan, argv: request.argv, isTerminal: isOnTerminal() });
}
