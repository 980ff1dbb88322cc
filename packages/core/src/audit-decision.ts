import { auditText } from "./audit-text.ts";
import type { DecisionEvent } from "./audit.ts";

/** An operation or a rule's id: a word, whoever says it. */
const WORD = /^[a-z][a-z0-9-]{0,63}$/;
const NAME_LENGTH = 100;

/**
 * The event of one decision, fit to be recorded: each text one line without control characters,
 * without secrets in URLs, and bounded.
 */
export function decisionEvent(decision: Omit<DecisionEvent, "event">): DecisionEvent {
  const { agent, operation, target, policy, reason, branch, suppressed, ...rest } = decision;
  return {
    event: "decision",
    ...rest,
    ...(agent !== undefined && { agent: auditText(agent, NAME_LENGTH) }),
    operation: wordOf(operation),
    target: auditText(target),
    policy: wordOf(policy),
    ...(reason !== undefined && { reason: auditText(reason) }),
    ...(branch !== undefined && { branch: auditText(branch) }),
    ...(isCount(suppressed) && { suppressed }),
  };
}

function wordOf(text: string): string {
  return WORD.test(text) ? text : "unknown";
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0;
}
