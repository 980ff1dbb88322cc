import type { ResolvedPolicy } from "@agent-sandbox/policy";
import type { ActionPolicy } from "@agent-sandbox/policy/decide";

import { isRecord } from "./tool-call.ts";

/** Where a sandbox has it. */
export const POLICY_FILE = "/etc/agent-sandbox/policy.json";

/**
 * The forms of that file. The second is that of a named agent's sandbox: a program that knows only the first
 * would judge by less than it says, and refuses it.
 */
const [ORDINARY, OF_AGENT] = [1, 2];

export class PolicyFileError extends Error {
  override readonly name = "PolicyFileError";
}

const SECTIONS = ["filesystem", "network", "commands", "tools", "audit"];

/** What tool calls are judged by, and whether all of it is recorded. */
export interface JudgedPolicy extends ActionPolicy {
  readonly audit: Pick<ResolvedPolicy["audit"], "level">;
}

/** What the program reads of its file. */
export interface HandedPolicy {
  readonly policy: JudgedPolicy;
  /** The named agent whose calls are judged by it; undefined where any agent's are. */
  readonly agent?: string | undefined;
}

/**
 * What stands in the file, for whoever writes it. No variables and no names of the host's files; the
 * same rules give the same text, wherever their lines have moved.
 */
export function policyFile(judged: JudgedPolicy, agent?: string): string {
  const { filesystem, network, commands, tools, audit } = judged;
  const { level } = audit;
  const policy: JudgedPolicy = { filesystem, network, commands, tools, audit: { level } };
  const file =
    agent === undefined ? { version: ORDINARY, policy } : { version: OF_AGENT, agent, policy };
  const text = JSON.stringify(file, (key, value: unknown) =>
    key === "file" || key === "line" ? undefined : value,
  );
  return `${text}\n`;
}

/**
 * Reads what `policyFile` wrote: the file is root's, and not looked at more closely than to know
 * that it is whole.
 */
export function parsePolicyFile(text: string): HandedPolicy {
  const { version, policy, agent } = parsed(text);
  if (version !== ORDINARY && version !== OF_AGENT) {
    throw new PolicyFileError("the policy has another version");
  }
  if (!isWhole(policy)) throw new PolicyFileError("the policy is not whole");
  if (version === ORDINARY) return { policy };
  if (typeof agent !== "string") throw new PolicyFileError("the policy names no agent");
  return { policy, agent };
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
