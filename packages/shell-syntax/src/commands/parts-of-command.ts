import type { Assignment, Redirection, SimpleCommand } from "../syntax-tree.ts";
import { evaluateValue } from "./evaluate-word.ts";
import { literalOf, type ShellCommand, type ShellRedirection } from "./shell-command.ts";
import type { Variables } from "./variables.ts";

/** Files that redirections open; copies of descriptors and here-documents open none. */
export function redirectionsOf(
  redirections: readonly Redirection[],
  variables: Variables,
): readonly ShellRedirection[] {
  return redirections.flatMap((one) => {
    if (one.type !== "file") return [];
    const target = evaluateValue(one.target, variables);
    const isCopy = one.operator.endsWith("&") && /^(\d+-?|-)$/.test(literalOf(target) ?? "");
    return isCopy ? [] : [{ access: ACCESS[one.operator], target }];
  });
}

const ACCESS = {
  "<": "read",
  "<&": "read",
  "<>": "both",
  ">": "write",
  ">&": "write",
  ">>": "write",
  ">|": "write",
  "&>": "write",
  "&>>": "write",
} satisfies Record<
  Extract<Redirection, { readonly type: "file" }>["operator"],
  ShellRedirection["access"]
>;

/** What stands in front of a command, and what `export` and its like are given. */
export function assignmentsOf(
  { assignments, words }: SimpleCommand,
  variables: Variables,
): ShellCommand["assignments"] {
  const all = [...assignments, ...words.filter((word) => word.type === "assignment")];
  return all.flatMap(({ name, value }: Assignment) => {
    const values = "type" in value ? [value] : value;
    return values.map((word) => ({ name, value: evaluateValue(word, variables) }));
  });
}
