import type { Test } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { expandExpression, expandPattern, expandText } from "../expand/expand-word.ts";
import { matching } from "../pattern/match-pattern.ts";
import { patternOf } from "../pattern/parse-pattern.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { findExpression } from "../conditions/extended-expression.ts";
import { testBinary, testUnary } from "../conditions/test-operators.ts";
import { askedStatus } from "./reported-status.ts";
import { trace } from "./trace.ts";
import { ArrayValue } from "../variables/array-value.ts";

/** `[[ ]]`. */
export function* runTest(shell: Shell, test: Test): Running<number> {
  try {
    return (yield* holds(shell, test)) ? 0 : 1;
  } catch (error) {
    return askedStatus(shell, error, "[[");
  }
}

function* holds(shell: Shell, test: Test): Running<boolean> {
  switch (test.type) {
    case "not":
      return !(yield* holds(shell, test.operand));
    case "parentheses":
      return yield* holds(shell, test.operand);
    case "logical": {
      const stopsAt = test.operator === "||";
      for (const operand of test.operands) {
        if ((yield* holds(shell, operand)) === stopsAt) return stopsAt;
      }
      return !stopsAt;
    }
    case "unary": {
      const operand = yield* expandText(shell, test.operand);
      if (shell.isOn("xtrace")) {
        yield* trace(shell, `[[ ${test.operator} ${shown(operand)} ]]`);
      }
      return known(testUnary(shell, test.operator, operand), test.operator);
    }
    case "binary":
      return yield* compares(shell, test);
  }
}

function* compares(shell: Shell, test: BinaryTest): Running<boolean> {
  const { operator } = test;
  const left = yield* expandText(shell, test.left);
  const right = yield* rightOf(shell, test);
  if (shell.isOn("xtrace")) yield* trace(shell, `[[ ${shown(left)} ${operator} ${shown(right)} ]]`);
  switch (operator) {
    case "=":
    case "==":
      return yield* matchesIn(shell, right, left);
    case "!=":
      return !(yield* matchesIn(shell, right, left));
    case "=~":
      return finds(shell, right, left);
    default:
      return known(testBinary(shell, { operator, left, right }, "arithmetic"), operator);
  }
}

type BinaryTest = Extract<Test, { readonly type: "binary" }>;

/** A text, a pattern or a regular expression. */
function rightOf(shell: Shell, { operator, right }: BinaryTest): Running<string> {
  if (operator === "=~") return expandExpression(shell, right);
  return /^[=!]=?$/.test(operator) ? expandPattern(shell, right) : expandText(shell, right);
}

function shown(text: string): string {
  return text === "" ? "''" : text;
}

function known(answer: boolean | undefined, operator: string): boolean {
  if (answer === undefined) throw new ShellFailure(`${operator}: unknown operator`, { status: 2 });
  return answer;
}

/** Whether a text is what a pattern says, in whatever case where `nocasematch` is on. */
export function matchesIn(shell: Shell, pattern: string, text: string): Running<boolean> {
  if (!shell.isOn("nocasematch")) return matching(patternOf(pattern), text);
  return matching(patternOf(pattern.toLowerCase()), text.toLowerCase());
}

function finds(shell: Shell, expression: string, text: string): boolean {
  const groups = findExpression(expression, text, shell.isOn("nocasematch"));
  const elements = (groups ?? []).map((group, index) => [index, group] as const);
  shell.variables.setArray("BASH_REMATCH", new ArrayValue(false, elements));
  return groups !== undefined;
}
