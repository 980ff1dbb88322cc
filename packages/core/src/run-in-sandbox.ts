import { randomUUID } from "node:crypto";

import type { AuditSink } from "./audit.ts";
import type { Command, Engine, ExitStatus, Stdio } from "./engine.ts";
import type { SandboxPlan } from "./plan.ts";

export interface RunRequest {
  readonly plan: SandboxPlan;
  readonly command: Command;
  readonly stdio: Stdio;
  /** Ends the command, and the wait for the sandbox before it. */
  readonly signal: AbortSignal;
}

export interface RunPorts {
  readonly engine: Engine;
  /** Makes the sink of one run: one file and one writer for each. */
  readonly openAudit: (runId: string) => Promise<AuditSink>;
  /** Milliseconds, from any fixed point. */
  readonly clock: () => number;
}

/**
 * Opens the sandbox, runs one command in it and resolves with the command's own status. Nothing
 * opens before `run.started` is on record (AUDIT_FAILED), and the record is closed however the run
 * ends.
 */
export async function runInSandbox(request: RunRequest, ports: RunPorts): Promise<ExitStatus> {
  const { plan, command, stdio, signal } = request;
  const runId = randomUUID();
  const startedAt = ports.clock();
  const audit = await ports.openAudit(runId);
  let status: number | undefined;
  try {
    await audit.append({
      event: "run.started",
      runId,
      engine: ports.engine.name,
      workspace: plan.workspace.path,
      program: command.argv[0],
    });
    await using sandbox = await ports.engine.open(plan, signal);
    ({ status } = await sandbox.exec(command, stdio, signal));
    return { status };
  } finally {
    const durationMs = Math.round(ports.clock() - startedAt);
    await audit.append({ event: "run.finished", runId, status, durationMs });
    await audit.close();
  }
}
