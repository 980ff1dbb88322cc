import type { PushEvent } from "./audit.ts";
import { redactCredentials } from "./redact.ts";

/** A reason may quote what a hook printed: as much as a person reads, and no more. */
const REASON_LENGTH = 500;

/**
 * The event of one push, fit to be recorded: what came from inside the sandbox or from a hook is one
 * line each, without control characters, without passwords in URLs, and bounded.
 */
export function pushEvent(push: Omit<PushEvent, "event">): PushEvent {
  return {
    event: "push",
    pushId: push.pushId,
    workspace: push.workspace,
    branch: oneLine(push.branch),
    ref: oneLine(push.ref),
    old: oneLine(push.old),
    new: oneLine(push.new),
    result: push.result,
    ...(push.reason === undefined ? {} : { reason: oneLine(push.reason) }),
  };
}

function oneLine(text: string): string {
  const printable = redactCredentials(text.replace(/[\s\0-\x1f\x7f-\x9f]+/g, " ").trim());
  return printable.length > REASON_LENGTH ? `${printable.slice(0, REASON_LENGTH)}…` : printable;
}
