import type { AboutRun, AuditSink } from "./audit.ts";
import type { ExitStatus } from "./engine.ts";

export interface RecordPorts {
  /** Makes the sink of one run: one file and one writer for each. */
  readonly openAudit: (runId: string) => Promise<AuditSink>;
  /** Milliseconds, from any fixed point. */
  readonly clock: () => number;
}

export interface RecordedRun {
  readonly about: AboutRun;
  /** The program, without its arguments. */
  readonly program: string;
  readonly transcript?: string | undefined;
}

/**
 * Does `work` between the two events of a run. It does not begin before `run.started` is on record, and a
 * run whose end cannot be recorded fails, both with AUDIT_FAILED; when the run has failed already, its own
 * error is the one that counts.
 */
export async function recordRun(
  { about, program, transcript }: RecordedRun,
  { openAudit, clock }: RecordPorts,
  work: () => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const startedAt = clock();
  const audit = await openAudit(about.runId);
  const finish = async (status: number | undefined) => {
    const durationMs = Math.round(clock() - startedAt);
    await audit.append({ event: "run.finished", ...about, status, durationMs });
  };
  try {
    const kept = transcript !== undefined && { transcript };
    await audit.append({ event: "run.started", ...about, program, ...kept });
    const exit = await work().catch(async (error: unknown) => {
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
