import {
  type ActionPolicy,
  type ActionRequest,
  type Decision,
  decideAction,
} from "@agent-sandbox/policy/decide";

import type { Asked } from "./asked.ts";
import { type Facts, factsOf } from "./facts.ts";

/** One answer to a tool call, and what it is the answer to. */
export interface Judgement {
  readonly operation: Exclude<Asked["operation"], "unreadable"> | "tool";
  /** A path, a program, `host:port`, a variable's name or a tool. */
  readonly target: string;
  readonly effect: Decision["effect"];
  readonly rule: Decision["rule"] | "unreadable-call" | "unreadable-policy";
  readonly reason: string;
  readonly wouldChange?: string | undefined;
}

/** What the policy says of each thing that is asked for. Pure: facts of all paths come with it. */
export function judgeCall(
  policy: ActionPolicy,
  asked: readonly Asked[],
  facts: Facts,
): readonly Judgement[] {
  return asked.flatMap((one): readonly Judgement[] => {
    if (one.operation === "unreadable") {
      const { what, reason } = one;
      return [{ operation: "tool", target: what, effect: "deny", rule: "unreadable-call", reason }];
    }
    const requests = requestsOf(one, facts);
    return requests
      .map((request) => judgement(one, request, decideAction(policy, request)))
      .filter(({ effect, rule }) => counts(one, effect, rule));
  });
}

type Readable = Exclude<Asked, { readonly operation: "unreadable" }>;

function requestsOf(one: Readable, facts: Facts): readonly ActionRequest[] {
  if (!("target" in one)) return [one];
  const { operation } = one;
  return factsOf(facts, one).map((target) => ({ operation, target }));
}

function judgement(one: Readable, request: ActionRequest, decision: Decision): Judgement {
  const { effect, rule, reason, wouldChange } = decision;
  return { operation: one.operation, target: targetOf(request), effect, rule, reason, wouldChange };
}

/** Of a path that is known in part, or whose place is not known, only what forbids just that. */
const OF_ITSELF: ReadonlySet<string> = new Set(["sensitive-file-pattern", "magic-link"]);

function counts(one: Readable, effect: Decision["effect"], rule: string): boolean {
  if (!("target" in one) || one.target.how !== "part") return true;
  if (effect === "allow") return false;
  return OF_ITSELF.has(rule) || (rule === "path-rule" && one.operation === "read");
}

function targetOf(request: ActionRequest): string {
  switch (request.operation) {
    case "exec":
      return request.program;
    case "connect":
      return `${request.host}:${request.port}`;
    case "tool":
      return request.tool;
    case "rename":
      return request.from.path;
    default:
      return request.target.path;
  }
}
