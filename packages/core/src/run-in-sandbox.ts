import { randomUUID } from "node:crypto";

import type { AboutRun } from "./audit.ts";
import type { Command, Engine, ExitStatus, Stdio } from "./engine.ts";
import type { PlanBase, SandboxPlan } from "./plan.ts";
import { type RecordPorts, recordRun } from "./record-run.ts";

export interface RunRequest<Plan extends PlanBase = SandboxPlan> {
  readonly plan: Plan;
  readonly command: Command;
  readonly stdio: Stdio;
  /** The file that keeps the command's output, for the record. */
  readonly transcript?: string | undefined;
  /** The agent that works by itself, for the record. */
  readonly agent?: string | undefined;
  /** Ends the command, and the wait for the sandbox before it. */
  readonly signal: AbortSignal;
}

export interface RunPorts<Plan extends PlanBase = SandboxPlan> extends RecordPorts {
  readonly engine: Engine<Plan>;
}

/**
 * Opens the sandbox, runs one command in it and resolves with the command's own status. Nothing opens before
 * `run.started` is on record, but for an engine that opens ahead: there the command waits. A run whose start or
 * end cannot be recorded fails with AUDIT_FAILED; when the run has failed already, its own error is the one that
 * counts.
 */
export async function runInSandbox<Plan extends PlanBase>(
  request: RunRequest<Plan>,
  ports: RunPorts<Plan>,
): Promise<ExitStatus> {
  const { command, transcript } = request;
  const run = { about: aboutRun(request, ports), program: command.argv[0], transcript };
  return await recordRun(run, ports, (recorded) => execute(request, ports, recorded));
}

function aboutRun<Plan extends PlanBase>(
  { plan, agent }: RunRequest<Plan>,
  { engine }: RunPorts<Plan>,
): AboutRun {
  return {
    runId: randomUUID(),
    engine: engine.name,
    workspace: plan.workspace.path,
    ...(plan.branch && { branch: plan.branch.name }),
    ...(agent !== undefined && { agent }),
  };
}

async function execute<Plan extends PlanBase>(
  { plan, command, stdio, signal }: RunRequest<Plan>,
  { engine }: RunPorts<Plan>,
  recorded: Promise<void>,
): Promise<ExitStatus> {
  if (engine.opensAhead !== true) await recorded;
  await using sandbox = await engine.open(plan, signal);
  return await sandbox.exec({ ...command, after: recorded }, stdio, signal);
}
