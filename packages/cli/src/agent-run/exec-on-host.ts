import { randomUUID } from "node:crypto";

import { type ExitStatus, recordRun, type Stdio } from "@agent-sandbox/core";
import { openAuditFile, readWorkspace } from "@agent-sandbox/host";

import { AGENTS, isAgentName } from "../agents/agent.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { thisPerson } from "../person.ts";
import { recordPlace } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import { canAsk } from "../trust/ask-yes.ts";
import { askConsent, type Consent, type Unsandboxed } from "./ask-consent.ts";
import { findProgram } from "./find-program.ts";
import { runProgram } from "./run-program.ts";

export interface HostRequest {
  readonly path: string;
  /** A program by its name, with its arguments. */
  readonly argv: readonly [string, ...string[]];
  readonly stdio: Stdio;
  readonly timeLimit?: number | undefined;
  readonly transcript?: string | undefined;
  /** The named agent. */
  readonly agent: string;
  /** Whether somebody has agreed to it already. */
  readonly isAgreed: boolean;
}

/**
 * Runs an agent's program on the host itself, as whoever calls, once that person has agreed. Who ran what
 * without a sandbox is on record before it starts.
 */
export async function execOnHost(
  { path, argv: [name, ...words], ...request }: HostRequest,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { env } = surroundings;
  const { path: workspace } = readWorkspace(path);
  const program = findProgram(name, { path: env["PATH"], workspace });
  const { user } = thisPerson();
  const { agent, isAgreed, transcript, stdio } = request;
  const asked = { name: agent, title: titleOf(name), user, workspace };
  await consented(asked, { isAgreed, canAsk: canAsk(surroundings) });
  using interrupts = listenForInterrupts(request.timeLimit);
  const about = { runId: randomUUID(), engine: "none", workspace, agent, user } as const;
  const place = await recordPlace(surroundings);
  const ports = {
    openAudit: (runId: string) => openAuditFile({ ...place, runId, now: () => new Date() }),
    clock: () => performance.now(),
  };
  return await recordRun({ about, program: name, transcript }, ports, async (recorded) => {
    await recorded;
    const takeBack = interrupts.handOver();
    const started = { argv: [program, ...words], directory: workspace, env, stdio } as const;
    return await runProgram(started, interrupts.signal).finally(takeBack);
  });
}

/** However long a person thinks, the agent's time has not begun. */
async function consented(...[asked, how]: readonly [Unsandboxed, Consent]): Promise<void> {
  using interrupts = listenForInterrupts();
  await askConsent(asked, how, interrupts.signal);
}

function titleOf(program: string): string {
  return isAgentName(program) ? AGENTS[program].title : program;
}
