import type { ResolvedPolicy } from "../resolve/resolved-policy.ts";
import { decideConnect } from "./decide-connect.ts";
import { decideExec } from "./decide-exec.ts";
import { decidePath, decideRename } from "./decide-path.ts";
import { decideTool } from "./decide-tool.ts";
import { decideVariable } from "./decide-variable.ts";
import type { Decision } from "./decision.ts";
import type { PolicyRequest } from "./request.ts";

/** What requests are judged by that ask for no variable. */
export type ActionPolicy = Pick<ResolvedPolicy, "filesystem" | "commands" | "network" | "tools">;

export type ActionRequest = Exclude<PolicyRequest, { readonly operation: "env" }>;

/** What the policy says of a request, and why. Pure: what has to be known comes with the request. */
export function decide(policy: ResolvedPolicy, request: PolicyRequest): Decision {
  return request.operation === "env"
    ? decideVariable(policy.environment, request)
    : decideAction(policy, request);
}

/** The same of what is no variable. */
export function decideAction(policy: ActionPolicy, request: ActionRequest): Decision {
  switch (request.operation) {
    case "rename":
      return decideRename(policy.filesystem, request);
    case "exec":
      return decideExec(policy.commands, request);
    case "connect":
      return decideConnect(policy.network, request);
    case "tool":
      return decideTool(policy.tools, request);
    default:
      return decidePath(policy.filesystem, request);
  }
}
