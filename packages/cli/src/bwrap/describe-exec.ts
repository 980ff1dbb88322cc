import { describePlan } from "@agent-sandbox/engine-bwrap";

import { listenForInterrupts } from "../interrupts.ts";
import type { Surroundings } from "../surroundings.ts";
import { isOnTerminal } from "./exec-stdio.ts";
import { type ExecRequest, prepareExec } from "./prepare-exec.ts";

/** What `exec` would run, for a shell to read. */
export async function describeExec(
  request: ExecRequest,
  surroundings: Surroundings,
): Promise<string> {
  using interrupts = listenForInterrupts();
  const { plan } = await prepareExec(request, surroundings, interrupts.signal);
  return describePlan({ plan, argv: request.argv, isTerminal: isOnTerminal() });
}
