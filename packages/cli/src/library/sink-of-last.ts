import { type AuditSink, SandboxError } from "@agent-sandbox/core";

import type { OpenRuns } from "./open-runs.ts";

/** Puts what a sandbox as a whole decides on the record of the command that runs in it, as `workspace`'s. */
export function sinkOfLast(runs: OpenRuns, workspace: string): AuditSink {
  return {
    async append(event, at) {
      const run = runs.last;
      if (run === undefined) {
        throw new SandboxError("AUDIT_FAILED", "Cannot record what was decided: no command runs");
      }
      const { runId, sink } = run;
      await sink.append(event.event === "decision" ? { ...event, runId, workspace } : event, at);
    },
    close: () => Promise.resolve(),
  };
}
