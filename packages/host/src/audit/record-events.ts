import { randomUUID } from "node:crypto";
import type { AuditEvent } from "@agent-sandbox/core";
import { openAuditFile } from "./open-audit-file.ts";
import type { RecordPlace } from "./record-place.ts";

/** Puts events that belong to no run on record, in a file of their own. Fails with AUDIT_FAILED. */
export async function recordEvents(
  events: readonly AuditEvent[],
  request: RecordPlace & { readonly now: () => Date },
): Promise<void> {
  const audit = await openAuditFile({ ...request, runId: randomUUID() });
  try {
    for (const event of events) await audit.append(event);
    await audit.append({ event: "collected", count: events.length });
  } finally {
    await audit.close();
  }
}
