import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { isRecord } from "./tool-call.ts";

/** Where a sandbox has it. */
export const POLICY_FILE = "/etc/agent-sandbox/policy.json";

/** The form of that file. */
const POLICY_VERSION = 1;

export class PolicyFileError extends Error {
  override readonly name = "PolicyFileError";
}

/**
 * What stands in the file, for whoever writes it. No values of variables, which may be secrets, and
 * no names of the host's files; the same policy gives the same text, wherever its lines have moved.
 */
export function policyFile(policy: ResolvedPolicy): string {
  const { environment } = policy;
  const set = environment.set.map((variable) => ({ ...variable, value: "" }));
  const told = { ...policy, environment: { ...environment, set }, tests: [] };
  const text = JSON.stringify({ version: POLICY_VERSION, policy: told }, (key, value: unknown) =>
    key === "file" || key === "line" ? undefined : value,
  );
  return `${text}\n`;
}

const SECTIONS = ["filesystem", "environment", "network", "commands", "tools", "audit"];

/**
 * Reads what `policyFile` wrote: the file is root's, and not looked at more closely than to know
 * that it is whole.
 */
export function parsePolicyFile(text: string): ResolvedPolicy {
  const { version, policy } = parsed(text);
  if (version !== POLICY_VERSION) throw new PolicyFileError("the policy has another version");
  if (!isWhole(policy)) throw new PolicyFileError("the policy is not whole");
  return policy;
}

function isWhole(policy: unknown): policy is ResolvedPolicy {
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
