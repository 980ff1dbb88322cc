import { evaluateAsked, keyOf } from "../expand/evaluate-arithmetic.ts";
import { elementAt, elementsOf, parameterValue } from "../expand/parameter-value.ts";
import { ShellFailure } from "../shell-failure.ts";
import { isSetOption } from "../shell-options.ts";
import type { Shell } from "../shell.ts";
import { compareFiles, testFile } from "./file-tests.ts";

/** `-f x`, `-z x` and the like; undefined for an operator that there is not. */
export function testUnary(shell: Shell, operator: string, operand: string): boolean | undefined {
  switch (operator) {
    case "-z":
      return operand === "";
    case "-n":
      return operand !== "";
    case "-t":
      return false;
    case "-v":
      return isSet(shell, operand);
    case "-o":
      return isSetOption(operand) && shell.isOn(operand);
    case "-R":
      return shell.variables.resolve(operand) !== operand;
    default:
      return testFile(shell, operator, operand);
  }
}

function isSet(shell: Shell, reference: string): boolean {
  const [, name = "", index] = /^(\w+|[@*#?$!-])(?:\[([^]*)\])?$/.exec(reference) ?? [];
  if (name === "") return false;
  if (index === undefined) return parameterValue(shell, name).isSet;
  if (index === "@" || index === "*") return elementsOf(shell, name).length > 0;
  return elementAt(shell, name, keyOf(shell, name, index)).isSet;
}

const NUMBERS: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  "-eq": (left, right) => left === right,
  "-ne": (left, right) => left !== right,
  "-lt": (left, right) => left < right,
  "-le": (left, right) => left <= right,
  "-gt": (left, right) => left > right,
  "-ge": (left, right) => left >= right,
};

export interface Binary {
  readonly operator: string;
  readonly left: string;
  readonly right: string;
}

/** Numbers of `[[ ]]` are arithmetic, those of `test` decimal. */
export type NumberReading = "arithmetic" | "decimal";

/** `a -lt b`, `a -nt b`, `a < b`; undefined for an operator that there is not. */
export function testBinary(
  shell: Shell,
  { operator, left, right }: Binary,
  reading: NumberReading,
): boolean | undefined {
  const compare = NUMBERS[operator];
  if (compare !== undefined) {
    const read = (text: string) =>
      reading === "decimal" ? decimal(text) : evaluateAsked(shell, text);
    return compare(read(left), read(right));
  }
  if (operator === "<") return left < right;
  if (operator === ">") return left > right;
  return compareFiles(shell, operator, [left, right]);
}

function decimal(text: string): bigint {
  const digits = /^\s*([+-]?\d+)\s*$/.exec(text)?.[1];
  if (digits === undefined) {
    throw new ShellFailure(`${text}: integer expression expected`, { status: 2 });
  }
  return BigInt(digits.replace("+", ""));
}
