import { randomUUID } from "node:crypto";

import type { AboutRun, AuditSink } from "./audit.ts";
import type { Command, Engine, ExitStatus, Stdio } from "./engine.ts";
import type { SandboxPlan } from "./plan.ts";

export interface RunRequest {
  readonly plan: SandboxPlan;
  readonly command: Command;
  readonly stdio: Stdio;
  /** The file that keeps the command's output, for the record. */
  readonly transcript?: string | undefined;
  /** The agent that works by itself, for the record. */
  readonly agent?: string | undefined;
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
 * opens before `run.started` is on record, and a run whose end cannot be recorded fails, both with
 * AUDIT_FAILED; when the run has failed already, its own error is the one that counts.
 */
export async function runInSandbox(request: RunRequest, ports: RunPorts): Promise<ExitStatus> {
  const about = aboutRun(request, ports);
  const startedAt = ports.clock();
  const audit = await ports.openAudit(about.runId);
  const finish = async (status: number | undefined) => {
    const durationMs = Math.round(ports.clock() - startedAt);
    await audit.append({ event: "run.finished", ...about, status, durationMs });
  };
  try {
    const { command, transcript } = request;
    await audit.append({
      event: "run.started",
      ...about,
      program: command.argv[0],
      ...(transcript !== undefined && { transcript }),
    });
    const exit = await execute(request, ports).catch(async (error: unknown) => {
      await finish(undefined).catch(() => undefined);
      throw error;
    });
    await finish(exit.status);
    await audit.close();
    return exit;
  } catch (error) {
    await audit.close().catch(() => undefined);
    throw error;
  }
}

function aboutRun({ plan, agent }: RunRequest, { engine }: RunPorts): AboutRun {
  return {
    runId: randomUUID(),
    engine: engine.name,
    workspace: plan.workspace.path,
    ...(plan.branch && { branch: plan.branch.name }),
    ...(agent !== undefined && { agent }),
  };
}

async function execute(
  { plan, command, stdio, signal }: RunRequest,
  { engine }: RunPorts,
): Promise<ExitStatus> {
  await using sandbox = await engine.open(plan, signal);
  return await sandbox.exec(command, stdio, signal);
}
