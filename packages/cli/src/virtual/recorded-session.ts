import { randomUUID } from "node:crypto";

import { type AuditSink, recordRun } from "@agent-sandbox/core";
import { openAuditFile } from "@agent-sandbox/host";
import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { clock } from "../clock.ts";
import { recordPlaceOf } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import { tidyWhenDue } from "../tidy-when-due.ts";
import { openSandbox } from "./open-sandbox.ts";
import type { PreparedVirtual } from "./prepare-virtual.ts";

/** What is done in the sandbox; resolves with the status of all of it. */
type Work = (sandbox: VirtualSandbox) => Promise<number>;

/** Opens the sandbox between the two events of a run, and resolves with the work's status. */
export async function recordedSession(
  prepared: PreparedVirtual,
  surroundings: Surroundings,
  work: Work,
): Promise<number> {
  const place = recordPlaceOf(prepared.policy, surroundings);
  const about = {
    runId: randomUUID(),
    engine: "virtual",
    workspace: prepared.policy.filesystem.places.workspace,
  } as const;
  let sink: AuditSink | undefined;
  const openAudit = async (runId: string) => {
    sink = await openAuditFile({ ...place, runId, now: () => new Date() });
    return sink;
  };
  const { status } = await recordRun(
    { about, program: "bash" },
    { openAudit, clock },
    async (recorded) => {
      await recorded;
      if (sink === undefined) throw new TypeError("a run began before its record");
      const audit = { sink, runId: about.runId };
      using sandbox = openSandbox(prepared, { surroundings, audit });
      return { status: await work(sandbox) };
    },
  );
  await tidyWhenDue(place, surroundings);
  return status;
}
