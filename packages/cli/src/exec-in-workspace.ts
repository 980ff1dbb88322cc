import {
  type Engine,
  type ExitStatus,
  runInSandbox,
  SandboxError,
  type Stdio,
} from "@agent-sandbox/core";
import { DockerEngine } from "@agent-sandbox/engine-docker";
import { openAuditFile } from "@agent-sandbox/host";

import { collectAtEnd } from "./collect-at-end.ts";
import { clock } from "./clock.ts";
import { handingOver, listenForInterrupts } from "./interrupts.ts";
import { type OpenRequest, prepareWorkspace } from "./prepare-workspace.ts";
import { recordPlaceOf } from "./record-place.ts";
import type { Surroundings } from "./surroundings.ts";
import { tidyWhenDue } from "./tidy-when-due.ts";
import { variablesOf } from "./variables-of.ts";

export interface ExecRequest extends OpenRequest {
  readonly argv: readonly [string, ...string[]];
  readonly stdio: Stdio;
  /** Milliseconds after which the command is ended. */
  readonly timeLimit?: number | undefined;
  /** The file that keeps the command's output, which the record is to name. */
  readonly transcript?: string | undefined;
  /** The agent that works by itself, or by permissions of its own, for the record. */
  readonly agent?: string | undefined;
  /** The engine to open by, made of the one that there is. */
  readonly through?: (engine: Engine) => Engine;
}

/** What ends sooner leaves it to the next look to record what the sandbox refused it: milliseconds. */
const SHORT = 1_000;

/**
 * Opens the workspace's sandbox and runs one command in it. Fails with TIMED_OUT when the time limit
 * ended the command, and with INTERRUPTED when a signal came before the command had started.
 */
export async function execInWorkspace(
  request: ExecRequest,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { argv, timeLimit, transcript, agent, through } = request;
  using interrupts = listenForInterrupts(timeLimit);
  const { signal } = interrupts;
  const { plan, ports, policy } = await prepareWorkspace(request, surroundings, signal);
  const place = recordPlaceOf(policy, surroundings);
  const command = { argv, environment: variablesOf(surroundings.env, plan.allowedVariables) };
  const startedAt = clock();
  const collect = async () => {
    const { hash: workspaceHash } = plan.workspace;
    const isShort = clock() - startedAt < SHORT;
    // A sandbox in bind mode has no gate.
    if (!plan.branch && isShort) return;
    const { branch, agent: named } = plan;
    const whose = { hash: workspaceHash, agent: named?.name ?? null };
    const sandbox = { ...whose, ...ofMode(branch?.name) };
    const request = { workspaceHash, sandbox, onlyGates: isShort, place };
    await collectAtEnd(request, { surroundings, ports });
  };
  const engine = new DockerEngine(ports);
  // Its answer comes while the start is put on record.
  engine.lookAhead(plan);
  const running = runInSandbox(
    { plan, command, stdio: handingOver(interrupts, request.stdio), transcript, agent, signal },
    {
      engine: through?.(engine) ?? engine,
      openAudit: (runId) => openAuditFile({ ...place, runId, now: () => new Date() }),
      clock,
    },
  );
  const exit = await running.catch(async (error: unknown) => {
    // What failed first is what is told.
    if (mayHavePushed(error)) await collect().catch(() => undefined);
    throw error;
  });
  await collect();
  await tidyWhenDue(place, surroundings);
  return exit;
}

function ofMode(branch: string | undefined) {
  return branch === undefined ? ({ mode: "bind" } as const) : ({ mode: "branch", branch } as const);
}

/** Interrupted means that nothing had started; and a Docker that does not answer tells nothing. */
function mayHavePushed(error: unknown): boolean {
  const code = error instanceof SandboxError ? error.code : undefined;
  return code !== "INTERRUPTED" && code !== "ENGINE_UNAVAILABLE";
}
