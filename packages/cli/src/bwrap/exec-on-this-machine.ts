import { type ExitStatus, runInSandbox } from "@agent-sandbox/core";
import { BwrapEngine } from "@agent-sandbox/engine-bwrap";
import {
  createPlaceholders,
  hashOfWorkspacePath,
  isTidyDue,
  openAuditFile,
  resolveStateDir,
} from "@agent-sandbox/host";

import { clock } from "../clock.ts";
import { handingOver, listenForInterrupts } from "../interrupts.ts";
import { recordPlaceOf } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import { variablesOf } from "../variables-of.ts";
import type { Recording } from "./open-egress.ts";
import { diagnose } from "./diagnose.ts";
import { execStdio } from "./exec-stdio.ts";
import { type ExecRequest, prepareExec } from "./prepare-exec.ts";

/** Runs one command in a sandbox on this machine itself; resolves with its status. */
export async function execOnThisMachine(
  request: ExecRequest,
  surroundings: Surroundings,
): Promise<number> {
  const { env, home } = surroundings;
  using interrupts = listenForInterrupts();
  const { signal } = interrupts;
  const prepared = await prepareExec(request, surroundings, signal);
  const stdio = execStdio();
  if (request.isDebug) {
    const { tellPlan } = await import("./tell-plan.ts");
    tellPlan(prepared, { argv: request.argv, isTerminal: stdio.terminal !== undefined });
  }
  const { plan, policy } = prepared;
  const place = recordPlaceOf(policy, surroundings);
  const stateDir = resolveStateDir(env, home);
  const command = { argv: request.argv, environment: variablesOf(env, plan.allowedVariables) };
  let recording: Recording | undefined;
  const engine = new BwrapEngine({
    path: env["PATH"],
    placeholders: createPlaceholders(stateDir),
    keyOf: hashOfWorkspacePath,
    openEgress: async () => {
      const { openEgress } = await import("./open-egress.ts");
      return await openEgress(prepared, { surroundings, signal, audit: () => recording });
    },
    diagnose: (aborted) => diagnose(surroundings, aborted),
  });
  const { status }: ExitStatus = await runInSandbox(
    { plan, command, stdio: handingOver(interrupts, stdio), signal },
    {
      engine,
      openAudit: async (runId) => {
        const sink = await openAuditFile({ ...place, runId, now: () => new Date() });
        recording = { runId, sink };
        return sink;
      },
      clock,
    },
  );
  if (isTidyDue(place, new Date())) {
    const { tidyByTheWay } = await import("../tidy-records.ts");
    await tidyByTheWay(surroundings);
  }
  return status;
}
