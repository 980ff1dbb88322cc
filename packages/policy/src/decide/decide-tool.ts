import type { ResolvedTools } from "../resolve/resolved-policy.ts";
import type { Sourced } from "../source.ts";
import { type Decision, decision, placeOf } from "./decision.ts";
import type { ToolRequest } from "./request.ts";
import { matchesTool, parseToolRule } from "./tool-rule.ts";

/** A denial goes before every grant; a list of grants denies all others. */
export function decideTool({ allow, deny }: ResolvedTools, request: ToolRequest): Decision {
  const shown = JSON.stringify(request.tool);
  const denied = deny.find((rule) => isMeant(rule, request));
  if (denied !== undefined) {
    return decision({
      effect: "deny",
      rule: "denied-tool",
      by: denied,
      reason: `${shown} matches ${JSON.stringify(denied.value)}, which is denied`,
      wouldChange: `Take it out of ${placeOf(denied.source)}`,
    });
  }
  if (allow === null) {
    return decision({
      effect: "allow",
      rule: "tool-not-restricted",
      reason: `no rule names ${shown}`,
      wouldChange: `Add ${shown} to tools.deny`,
    });
  }
  const allowed = allow.find((rule) => isMeant(rule, request));
  return decision({
    effect: allowed === undefined ? "deny" : "allow",
    rule: allowed === undefined ? "tool-not-allowed" : "allowed-tool",
    by: allowed ?? allow[0],
    reason:
      allowed === undefined
        ? `${shown} is not among the tools that are allowed`
        : `${shown} matches ${JSON.stringify(allowed.value)}`,
    wouldChange: `Add ${shown} to tools.${allowed === undefined ? "allow" : "deny"}`,
  });
}

function isMeant({ value }: Sourced<string>, request: ToolRequest): boolean {
  const parsed = parseToolRule(value);
  if ("refused" in parsed) throw new TypeError(`Cannot match: ${parsed.refused}`);
  return matchesTool(parsed.value, request);
}
