import type { ResolvedTools } from "../resolve/resolved-policy.ts";
import type { Sourced } from "../source.ts";
import { type Decision, decision, placeOf } from "./decision.ts";
import type { ToolRequest } from "./request.ts";
import { matchesTool, parseToolRule } from "./tool-rule.ts";

/** A denial goes before every grant; each list of grants denies all others. */
export function decideTool(
  { allow, narrowed, deny }: ResolvedTools,
  request: ToolRequest,
): Decision {
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
  const lists = [allow, narrowed].filter((list) => list !== null && list !== undefined);
  const granted = lists.map((list) => ({ list, by: list.find((rule) => isMeant(rule, request)) }));
  const lacking = granted.find(({ by }) => by === undefined);
  if (lacking !== undefined) {
    return decision({
      effect: "deny",
      rule: "tool-not-allowed",
      by: lacking.list[0],
      reason: `${shown} is not among the tools that are allowed`,
      wouldChange: `Add ${shown} to ${listOf(lacking.list)}`,
    });
  }
  const by = granted.at(-1)?.by;
  return decision({
    effect: "allow",
    rule: by === undefined ? "tool-not-restricted" : "allowed-tool",
    by,
    reason:
      by === undefined ? `no rule names ${shown}` : `${shown} matches ${JSON.stringify(by.value)}`,
    wouldChange: `Add ${shown} to tools.deny`,
  });
}

/** An agent's own file has names of its own. */
function listOf([first]: readonly Sourced<string>[]): string {
  const { file, layer } = first?.source ?? {};
  return layer === "flags" && file !== undefined
    ? `tools of ${JSON.stringify(file)}`
    : "tools.allow";
}

function isMeant({ value }: Sourced<string>, request: ToolRequest): boolean {
  const parsed = parseToolRule(value);
  if ("refused" in parsed) throw new TypeError(`Cannot match: ${parsed.refused}`);
  return matchesTool(parsed.value, request);
}
