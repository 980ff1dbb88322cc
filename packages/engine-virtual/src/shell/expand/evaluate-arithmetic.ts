import type { WrittenArithmetic } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { type ArithmeticPlaces, evaluateText } from "../arithmetic/evaluate.ts";
import type { Place } from "../arithmetic/parse-arithmetic.ts";
import { IndexFailure, ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { arithmeticParts } from "./arithmetic-text.ts";
import { FieldBuilder } from "./field-builder.ts";
import { arrayOf, elementAt, isThere, parameterValue } from "./parameter-value.ts";
import type { Words } from "./target.ts";

/** The value of a text that is expanded already. What is wrong with it ends the line. */
export function evaluate(shell: Shell, text: string): bigint {
  try {
    return evaluateAsked(shell, text);
  } catch (error) {
    throw endingLine(error);
  }
}

/** The same for `(( ))` and its like, where it only ends the command. */
export function evaluateAsked(shell: Shell, text: string): bigint {
  return evaluateText(text, placesOf(shell));
}

/** The same for the value and the index of an assignment, where it ends the script. */
export function evaluateAssigned(shell: Shell, text: string): bigint {
  try {
    return evaluateAsked(shell, text);
  } catch (error) {
    if (!(error instanceof ShellFailure) || error.ends !== "command") throw error;
    throw new ShellFailure(error.message, { ends: "script" });
  }
}

/** What is wrong with an expansion ends the line. */
export function endingLine(error: unknown): unknown {
  if (!(error instanceof ShellFailure) || error.ends !== "command") return error;
  const { message } = error;
  return error instanceof ReportedFailure
    ? new ReportedFailure(message, { ends: "line" })
    : new ShellFailure(message, { ends: "line" });
}

/** The value of an expression of the script. */
export function* evaluateNode(
  shell: Shell,
  written: WrittenArithmetic,
  words: Words,
): Running<bigint> {
  return evaluateAsked(shell, yield* expandNode(shell, written, words));
}

/** An expression of the script as it is evaluated. */
export function* expandNode(
  shell: Shell,
  written: WrittenArithmetic,
  words: Words,
): Running<string> {
  const parts = arithmeticParts(written);
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string") {
    return withoutQuotes(only);
  }
  const builder = new FieldBuilder(undefined);
  for (const part of parts) {
    if (typeof part === "string") builder.quoted(withoutQuotes(part));
    // Single quotes are nothing special in an expression.
    else if (part.type === "quoted") builder.quoted(`'${part.value}'`);
    else yield* words.into([part], { shell, builder, quoted: true, splits: false, tilde: "none" });
  }
  return builder.whole().text;
}

function withoutQuotes(text: string): string {
  return /["\\]/.test(text) ? text.replace(/"|\\\n/g, "") : text;
}

/** What an index means: a name in an associative array, else a number. */
export function keyOf(shell: Shell, name: string, index: string): number | string {
  if (arrayOf(shell, name)?.associative === true) return index;
  return indexFrom(() => evaluate(shell, index));
}

export function assignedKey(shell: Shell, name: string, index: string): number | string {
  if (arrayOf(shell, name)?.associative === true) return index;
  return indexFrom(() => evaluateAssigned(shell, index));
}

function indexFrom(evaluated: () => bigint): number {
  try {
    return Number(evaluated());
  } catch (error) {
    if (!(error instanceof ShellFailure) || error instanceof ReportedFailure) throw error;
    const { ends, message, status } = error;
    throw new IndexFailure(message, { ends, status });
  }
}

function placesOf(shell: Shell): ArithmeticPlaces {
  const known = places.get(shell);
  if (known !== undefined) return known;
  const made: ArithmeticPlaces = {
    read: (place) => readPlace(shell, place),
    write: (place, value) => {
      try {
        writePlace(shell, place, value);
      } catch (error) {
        throw endingCommand(error);
      }
    },
  };
  places.set(shell, made);
  return made;
}

function writePlace(shell: Shell, place: Place, value: string): void {
  const { variables } = shell;
  const name = variables.resolve(place.name);
  if (place.index === undefined) variables.set(name, value);
  else variables.setElement(name, keyOf(shell, name, place.index), value);
}

/** What cannot be set in `(( ))` ends no more than that. */
function endingCommand(error: unknown): unknown {
  return error instanceof ReportedFailure ? new ReportedFailure(error.message) : error;
}

const places = new WeakMap<Shell, ArithmeticPlaces>();

function readPlace(shell: Shell, { name, index }: Place): string | undefined {
  const value =
    index === undefined
      ? parameterValue(shell, name)
      : elementAt(shell, name, keyOf(shell, name, index));
  if (!value.isSet && shell.isOn("nounset") && !isThere(shell, name)) {
    throw new ShellFailure(`${name}: unbound variable`, { status: 127, ends: "script" });
  }
  return value.values[0];
}
