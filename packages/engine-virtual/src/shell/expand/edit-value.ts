import { ansiText, type Parameter, type ParameterOperation } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { lower, upper } from "../letter-case.ts";
import { type Pattern, patternOf } from "../pattern/parse-pattern.ts";
import { removeMatch } from "../pattern/remove-match.ts";
import { replaceMatches, type Replacement } from "../pattern/replace-matches.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { convertCase, convertFirst } from "./convert-case.ts";
import { declarationOf } from "./declaration.ts";
import type { ParameterValue } from "./parameter-value.ts";
import { quoteAlways } from "./quote-text.ts";
import type { Words } from "./target.ts";
import { transformWhole } from "./transform-whole.ts";

export interface Edit {
  readonly shell: Shell;
  readonly part: Parameter;
  readonly operation: ParameterOperation;
  readonly words: Words;
}

/** `#`, `%`, `/`, `^`, `,` and `@` of a parameter, on each of its values. */
export function* editValue(value: ParameterValue, edit: Edit): Running<ParameterValue> {
  const whole = transformWhole(value, edit);
  if (whole !== undefined) return whole;
  const change = yield* changeOf(edit);
  const values: string[] = [];
  for (const one of value.values) {
    const changed = change(one);
    values.push(typeof changed === "string" ? changed : yield* changed);
  }
  return { ...value, values };
}

type Change = (text: string) => string | Running<string>;

function* changeOf(edit: Edit): Running<Change> {
  switch (edit.operation.kind) {
    case "remove":
      return yield* removal(edit);
    case "replace":
      return yield* replacing(edit);
    case "case":
      return yield* casing(edit);
    default:
      return transformation(edit);
  }
}

function* sourceAt({ operation, shell, words }: Edit, index: number): Running<string> {
  const word = operation.operands[index];
  return word === undefined ? "" : yield* words.pattern(shell, word);
}

function* patternAt(edit: Edit, index: number): Running<Pattern> {
  return patternOf(yield* sourceAt(edit, index));
}

function* removal(edit: Edit): Running<Change> {
  const { operator } = edit.operation;
  const pattern = yield* patternAt(edit, 0);
  const side = operator.startsWith("#") ? "start" : "end";
  const how = { side, longest: operator.length === 2 } as const;
  return (text) => removeMatch(text, pattern, how);
}

const WHERE = { "/": "first", "//": "all", "/#": "start", "/%": "end" } as const;

function* replacing(edit: Edit): Running<Change> {
  const { operation, shell, words } = edit;
  const ignoresCase = shell.isOn("nocasematch");
  const searched = yield* sourceAt(edit, 0);
  const pattern = patternOf(ignoresCase ? searched.toLowerCase() : searched);
  const word = operation.operands[1];
  const source = word === undefined ? "" : yield* words.pattern(shell, word);
  const where = isWhere(operation.operator) ? WHERE[operation.operator] : "first";
  const replacement: Replacement = {
    pattern,
    where,
    ignoresCase,
    by: (match) => filledIn(source, match),
  };
  return (text) => replaceMatches(text, replacement);
}

function isWhere(operator: string): operator is keyof typeof WHERE {
  return operator in WHERE;
}

/** A bare `&` is what matched; a backslash takes that meaning away, as it came from quotes. */
function filledIn(source: string, match: string): string {
  return source.replace(/\\([^])|&/gu, (all, escaped: string | undefined) =>
    all === "&" ? match : (escaped ?? all),
  );
}

function* casing(edit: Edit): Running<Change> {
  const { operator, operands } = edit.operation;
  const pattern = operands.length === 0 ? undefined : yield* patternAt(edit, 0);
  const conversion = { pattern, operator: operator.charAt(0) };
  if (operator.length === 2) return (text) => convertCase(text, conversion);
  return (text) => convertFirst(text, conversion);
}

function transformation({ operation, part, shell }: Edit): Change {
  const letter = operation.operands[0]?.text ?? "";
  if (letter === "a" || letter === "A") {
    const { letters } = declarationOf(shell, part.name);
    if (letter === "a") return () => letters;
    return (value) => assignmentText(part.name, { letters, value });
  }
  if (letter === "P") return (text) => shell.world.interpreter.prompt(shell, text);
  const transform = TRANSFORMATIONS[letter];
  if (transform === undefined) {
    throw new ShellFailure(`\${${part.name}@${letter}}: not supported`, {
      status: 2,
      ends: "script",
    });
  }
  return transform;
}

/** `x='value'`, or a whole `declare` where it has attributes. */
function assignmentText(
  name: string,
  { letters, value }: { readonly letters: string; readonly value: string },
): string {
  const text = `${name}=${quoteAlways(value)}`;
  return letters === "" ? text : `declare -${letters} ${text}`;
}

const TRANSFORMATIONS: Readonly<Record<string, (text: string) => string>> = {
  Q: quoteAlways,
  U: upper,
  L: lower,
  u: (text) => text.replace(/^./su, upper),
  E: (text) => ansiText(text),
};
