import type { ResolvedTools } from "../resolve/resolved-policy.ts";
import type { Sourced } from "../source.ts";
import { isAbout, parseToolRule, type ToolRule } from "./tool-rule.ts";

/**
 * Whether there is a call of this tool that the rules let through: a denial of some arguments leaves others,
 * and a grant of some is one.
 */
export function mayCall({ allow, narrowed, deny }: ResolvedTools, tool: string): boolean {
  const about = (list: readonly Sourced<string>[]) =>
    list.map(ruleOf).filter((rule) => isAbout(rule, tool));
  if (about(deny).some(({ argument }) => argument === undefined)) return false;
  return [allow ?? undefined, narrowed].every(
    (list) => list === undefined || about(list).length > 0,
  );
}

function ruleOf({ value }: Sourced<string>): ToolRule {
  const parsed = parseToolRule(value);
  if ("refused" in parsed) throw new TypeError(`Cannot match: ${parsed.refused}`);
  return parsed.value;
}
