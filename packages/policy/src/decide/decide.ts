import type { ResolvedPolicy } from "../resolve/resolved-policy.ts";
import { decideConnect } from "./decide-connect.ts";
import { decideExec } from "./decide-exec.ts";
import { decidePath, decideRename } from "./decide-path.ts";
import { decideTool } from "./decide-tool.ts";
import { decideVariable } from "./decide-variable.ts";
import type { Decision } from "./decision.ts";
import type { PolicyRequest } from "./request.ts";

/** What the policy says of a request, and why. Pure: what has to be known comes with the request. */
export function decide(policy: ResolvedPolicy, request: PolicyRequest): Decision {
  switch (request.operation) {
    case "rename":
      return decideRename(policy.filesystem, request);
    case "exec":
      return decideExec(policy.commands, request);
    case "connect":
      return decideConnect(policy.network, request);
    case "env":
      return decideVariable(policy.environment, request);
    case "tool":
      return decideTool(policy.tools, request);
    default:
      return decidePath(policy.filesystem, request);
  }
}
