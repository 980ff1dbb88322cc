import type { ResolvedCommand } from "../resolve/resolved-policy.ts";
import { type Decision, decision, placeOf } from "./decision.ts";
import type { ExecRequest } from "./request.ts";

/** Commands go by their name, in whatever directory the program is. */
export function decideExec(
  commands: readonly ResolvedCommand[],
  { program }: ExecRequest,
): Decision {
  const shown = JSON.stringify(program);
  const name = program.split("/").findLast((part) => part !== "" && part !== ".");
  if (name === undefined || name === ".." || /[\0-\x1f\x7f]/.test(program)) {
    return decision({ effect: "deny", rule: "invalid-path", reason: `${shown} names no program` });
  }
  const command = commands.find((entry) => entry.name === name);
  if (command === undefined) {
    return decision({
      effect: "allow",
      rule: "command-not-restricted",
      reason: `no rule names "${name}"`,
      wouldChange: `Set commands.${name} to false`,
    });
  }
  return decision({
    effect: command.rule === false ? "deny" : "allow",
    rule: "command-rule",
    by: command,
    reason: `"${name}" ${stateOf(command)}`,
    wouldChange: `Change ${placeOf(command.source)}`,
  });
}

function stateOf({ rule }: ResolvedCommand): string {
  if (typeof rule === "boolean") return rule ? "is allowed" : "is blocked";
  return typeof rule === "string" ? `goes through ${rule}` : `goes through "${rule.script}"`;
}
