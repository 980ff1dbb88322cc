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
 * Does `work` between the two events of a run. Nothing of it may begin that is not to be there without a
 * record before `recorded` resolves, once `run.started` is on the disk. A run whose start or end cannot be
 * recorded fails with AUDIT_FAILED; when the run has failed already, its own error is the one that counts.
 */
export async function recordRun(
  { about, program, transcript }: RecordedRun,
  { openAudit, clock }: RecordPorts,
  work: (recorded: Promise<void>) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const startedAt = clock();
  const kept = transcript !== undefined && { transcript };
  const opening = openAudit(about.runId);
  const recorded = opening.then((audit) =>
    audit.append({ event: "run.started", ...about, program, ...kept }),
  );
  // Whoever waits for it may not have come to it yet when it fails.
  recorded.catch(() => undefined);
  const finish = async (status: number | undefined) => {
    await recorded;
    const audit = await opening;
    const durationMs = Math.round(clock() - startedAt);
    await audit.append({ event: "run.finished", ...about, status, durationMs });
  };
  try {
    const exit = await work(recorded).catch(async (error: unknown) => {
      await finish(undefined).catch(() => undefined);
      throw error;
    });
    await finish(exit.status);
    await (await opening).close();
    return exit;
  } catch (error) {
    await opening.then((audit) => audit.close()).catch(() => undefined);
    throw error;
  }
}
