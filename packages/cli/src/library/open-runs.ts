import type { AuditSink } from "@agent-sandbox/core";

import type { Recording } from "../bwrap/open-egress.ts";

/** The records of the commands that run in one sandbox at this moment. */
export class OpenRuns {
  readonly #runs = new Set<Recording>();
  /** Puts on record what is still to be, before a run ends. */
  settle: () => Promise<void> = () => Promise.resolve();

  /** The one that started last: what the sandbox as a whole did is put on its record. */
  get last(): Recording | undefined {
    return [...this.#runs].at(-1);
  }

  /** Counts a run as open until its record is closed. */
  add(runId: string, sink: AuditSink): AuditSink {
    const run = { runId, sink };
    this.#runs.add(run);
    return {
      append: (event, at) => sink.append(event, at),
      close: async () => {
        this.#runs.delete(run);
        await sink.close();
      },
    };
  }
}
