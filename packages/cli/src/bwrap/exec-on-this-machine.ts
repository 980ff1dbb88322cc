import { type ExitStatus, runInSandbox, type Stdio } from "@agent-sandbox/core";
import { BwrapEngine } from "@agent-sandbox/engine-bwrap";
import {
  createPlaceholders,
  hashOfWorkspacePath,
  openAuditFile,
  resolveStateDir,
} from "@agent-sandbox/host";

import { clock } from "../clock.ts";
import { handingOver, listenForInterrupts } from "../interrupts.ts";
import { recordPlaceOf } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import { tidyWhenDue } from "../tidy-when-due.ts";
import { variablesOf } from "../variables-of.ts";
import type { Recording } from "./open-egress.ts";
import { diagnose } from "./diagnose.ts";
import { execStdio } from "./exec-stdio.ts";
import { type ExecRequest, prepareExec } from "./prepare-exec.ts";

interface RunOnThisMachine extends ExecRequest {
  /** This process's own without them. */
  readonly stdio?: Stdio | undefined;
  /** Milliseconds after which the command is ended. */
  readonly timeLimit?: number | undefined;
  /** For the record: the file that keeps the command's output, and the agent that it is. */
  readonly transcript?: string | undefined;
  readonly agent?: string | undefined;
}

/** Runs one command in a sandbox on this machine itself. Fails with TIMED_OUT where its time limit ended it. */
export async function execOnThisMachine(
  request: RunOnThisMachine,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { env, home } = surroundings;
  const { stdio = execStdio(), timeLimit, transcript, agent } = request;
  using interrupts = listenForInterrupts(timeLimit);
  const { signal } = interrupts;
  const prepared = await prepareExec(request, surroundings, signal);
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
  const exit = await runInSandbox(
    { plan, command, stdio: handingOver(interrupts, stdio), transcript, agent, signal },
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
  await tidyWhenDue(place, surroundings);
  return exit;
}
