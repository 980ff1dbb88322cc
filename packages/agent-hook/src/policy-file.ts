import type { ResolvedPolicy } from "@agent-sandbox/policy";
import type { ActionPolicy } from "@agent-sandbox/policy/decide";

import { isRecord } from "./tool-call.ts";

/** Where a sandbox has it. */
export const POLICY_FILE = "/etc/agent-sandbox/policy.json";

/** The form of that file. */
const POLICY_VERSION = 1;

export class PolicyFileError extends Error {
  override readonly name = "PolicyFileError";
}

const SECTIONS = ["filesystem", "network", "commands", "tools", "audit"];

/** What tool calls are judged by, and whether all of it is recorded. */
export interface JudgedPolicy extends ActionPolicy {
  readonly audit: Pick<ResolvedPolicy["audit"], "level">;
}

/**
 * What stands in the file, for whoever writes it. No variables and no names of the host's files; the
 * same rules give the same text, wherever their lines have moved.
 */
export function policyFile({ filesystem, network, commands, tools, audit }: JudgedPolicy): string {
  const { level } = audit;
  const policy: JudgedPolicy = { filesystem, network, commands, tools, audit: { level } };
  const text = JSON.stringify({ version: POLICY_VERSION, policy }, (key, value: unknown) =>
    key === "file" || key === "line" ? undefined : value,
  );
  return `${text}\n`;
}

/**
 * Reads what `policyFile` wrote: the file is root's, and not looked at more closely than to know
 * that it is whole.
 */
export function parsePolicyFile(text: string): JudgedPolicy {
  const { version, policy } = parsed(text);
  if (version !== POLICY_VERSION) throw new PolicyFileError("the policy has another version");
  if (!isWhole(policy)) throw new PolicyFileError("the policy is not whole");
  return policy;
}

function isWhole(policy: unknown): policy is JudgedPolicy {
  return isRecord(policy) && SECTIONS.every((name) => typeof policy[name] === "object");
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new PolicyFileError("the policy is not a JSON object");
}
