import { auditText } from "./audit-text.ts";
import type { PushEvent } from "./audit.ts";

/**
 * The event of one push, fit to be recorded: what came from inside the sandbox or from a hook is one
 * line each, without control characters, without passwords in URLs, and bounded.
 */
export function pushEvent(push: Omit<PushEvent, "event">): PushEvent {
  return {
    event: "push",
    eventId: push.eventId,
    workspace: push.workspace,
    branch: auditText(push.branch),
    ref: auditText(push.ref),
    old: auditText(push.old),
    new: auditText(push.new),
    result: push.result,
    ...(push.reason === undefined ? {} : { reason: auditText(push.reason) }),
  };
}
