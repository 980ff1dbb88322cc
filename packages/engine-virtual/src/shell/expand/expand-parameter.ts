import type { Parameter, ParameterOperation, Word } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { editValue } from "./edit-value.ts";
import { evaluate, keyOf } from "./evaluate-arithmetic.ts";
import { FieldBuilder } from "./field-builder.ts";
import {
  elementAt,
  elementsOf,
  isBefore,
  isThere,
  keysOf,
  listOf,
  one,
  type ParameterValue,
  parameterValue,
} from "./parameter-value.ts";
import { sliceList, sliceText } from "./slice-value.ts";
import type { Target, Words } from "./target.ts";

/** `$x`, `${x}` and all that may stand in the braces. */
export function* expandParameter(part: Parameter, target: Target, words: Words): Running<void> {
  const expansion = new ParameterExpansion(part, target, words);
  if (part.operation?.kind === "default") {
    yield* expansion.orDefault(part.operation);
    return;
  }
  emit(yield* expansion.value(), target);
}

function emit({ values, list }: ParameterValue, { builder, quoted, shell }: Target): void {
  if (list === undefined) {
    const text = values[0] ?? "";
    if (quoted) builder.quoted(text);
    else builder.expanded(text);
    return;
  }
  if (list === "*" && (quoted || !builder.splits)) {
    const text = values.join((shell.variables.text("IFS") ?? " ").slice(0, 1));
    if (quoted) builder.quoted(text);
    else builder.expanded(text);
    return;
  }
  values.forEach((value, index) => {
    if (index > 0) builder.break();
    if (quoted) builder.quoted(value);
    else builder.expanded(value);
  });
}

class ParameterExpansion {
  readonly #part: Parameter;
  readonly #target: Target;
  readonly #shell: Shell;
  readonly #words: Words;

  constructor(part: Parameter, target: Target, words: Words) {
    this.#part = part;
    this.#target = target;
    this.#shell = target.shell;
    this.#words = words;
  }

  *value(): Running<ParameterValue> {
    const { operation, prefix } = this.#part;
    refuseBad(operation);
    if (prefix === "#") return one((yield* this.#length()).toString());
    const value = yield* this.#plain();
    if (!value.isSet && value.list === undefined) this.#refuseUnset();
    if (operation === undefined || operation.kind === "names") return value;
    if (isIdle(operation, this.#part, value)) return value;
    if (operation.kind === "slice") return yield* this.#slice(value, operation);
    const { words } = this;
    return yield* editValue(value, { shell: this.#shell, part: this.#part, operation, words });
  }

  get words(): Words {
    return this.#words;
  }

  /** `${x:-word}` and its like. */
  *orDefault(operation: ParameterOperation): Running<void> {
    const value = yield* this.#plain();
    const action = operation.operator.replace(":", "");
    const isMissing = operation.operator.startsWith(":") ? isEmpty(value) : !value.isSet;
    const [word] = operation.operands;
    if (action === "+") yield* this.#alternative(isMissing ? undefined : word, value);
    else if (!isMissing) emit(value, this.#target);
    else if (action === "-") yield* this.#operand(word);
    else if (action === "=") emit(one(yield* this.#assign(word)), this.#target);
    else throw yield* this.#failure(operation, word);
  }

  *#alternative(word: Word | undefined, { list, values }: ParameterValue): Running<void> {
    const isNothing = list === "@" && values.length === 0;
    if (word !== undefined) yield* this.#operand(word);
    else if (this.#target.quoted && !isNothing) this.#target.builder.quoted("");
  }

  *#operand(word: Word | undefined): Running<void> {
    if (word === undefined) return;
    if (this.#target.quoted && word.parts.length === 0) this.#target.builder.quoted("");
    yield* this.#words.into(word.parts, { ...this.#target, splits: true, tilde: "word" });
  }

  *#assign(word: Word | undefined): Running<string> {
    const { name, index } = this.#part;
    if (!/^[A-Za-z_]/.test(name)) {
      throw new ReportedFailure(`$${name}: cannot assign in this way`, { ends: "line" });
    }
    const text = word === undefined ? "" : yield* this.#assigned(word);
    const { variables } = this.#shell;
    if (index === undefined) variables.set(variables.resolve(name), text);
    else variables.setElement(variables.resolve(name), yield* this.#key(name, index), text);
    return text;
  }

  /** Between double quotes it is read as what is between them. */
  *#assigned(word: Word): Running<string> {
    const { quoted, shell } = this.#target;
    if (!quoted) return yield* this.#words.text(shell, word);
    const builder = new FieldBuilder(undefined);
    yield* this.#words.into(word.parts, { shell, builder, quoted, splits: true, tilde: "none" });
    return builder.whole().text;
  }

  *#failure(operation: ParameterOperation, word: Word | undefined): Running<ShellFailure> {
    const usual = operation.operator.startsWith(":")
      ? "parameter null or not set"
      : "parameter not set";
    const text =
      word === undefined || word.parts.length === 0
        ? usual
        : yield* this.#words.text(this.#shell, word);
    return new ShellFailure(`${this.#part.name}: ${text}`, { status: 127, ends: "script" });
  }

  /** The value before any operation. */
  *#plain(): Running<ParameterValue> {
    const { index, name, prefix, operation } = this.#part;
    if (prefix !== "!") return yield* this.#lookUp(name, index);
    if (operation?.kind === "names") return this.#names(name, operation);
    if (index !== undefined && isWhole(index)) {
      return listOf(keysOf(this.#shell, name), isStar(index) ? "*" : "@");
    }
    return yield* this.#indirect();
  }

  /** `${!x}` */
  *#indirect(): Running<ParameterValue> {
    const { index, name } = this.#part;
    const named = this.#shell.variables.resolve(name);
    // Of a reference, the name that it stands for.
    if (named !== name && index === undefined) return one(named);
    const { values } = yield* this.#lookUp(name, index);
    // `${!1}` of a parameter that is not there is nothing, where a variable would be an error.
    if (values.length === 0 && /^\d+$/.test(name)) return one(undefined);
    return this.#follow(values[0]);
  }

  #names(prefix: string, { operator }: ParameterOperation): ParameterValue {
    const names = this.#shell.variables.names().filter((name) => name.startsWith(prefix));
    return listOf(names, operator === "*" ? "*" : "@");
  }

  #follow(reference: string | undefined): ParameterValue {
    if (reference === undefined) {
      const { name } = this.#part;
      throw new ReportedFailure(`${name}: invalid indirect expansion`, { ends: "line" });
    }
    const [, name, index] = /^(\w+|[@*#?$!-])(?:\[([^]*)\])?$/.exec(reference) ?? [];
    if (name === undefined) {
      throw new ReportedFailure(`${reference}: invalid variable name`, { ends: "line" });
    }
    if (index === undefined) return parameterValue(this.#shell, name);
    if (index === "@" || index === "*") return listOf(elementsOf(this.#shell, name), index);
    return elementAt(this.#shell, name, keyOf(this.#shell, name, index));
  }

  *#lookUp(name: string, index: Word | undefined): Running<ParameterValue> {
    if (index === undefined) return parameterValue(this.#shell, name);
    const resolved = this.#shell.variables.resolve(name);
    if (isWhole(index)) return listOf(elementsOf(this.#shell, resolved), isStar(index) ? "*" : "@");
    return elementAt(this.#shell, resolved, yield* this.#key(resolved, index));
  }

  *#key(name: string, index: Word): Running<number | string> {
    return keyOf(this.#shell, name, yield* this.#words.text(this.#shell, index));
  }

  *#length(): Running<number> {
    const { index, name } = this.#part;
    const value =
      index === undefined || isWhole(index)
        ? yield* this.#lookUp(name, index)
        : yield* this.#counted(name, index);
    if (value.list !== undefined) return value.values.length;
    if (!value.isSet) this.#refuseUnset();
    return Array.from(value.values[0] ?? "").length;
  }

  /** The element whose length is asked for: the one place where an index before the first is an error. */
  *#counted(name: string, index: Word): Running<ParameterValue> {
    const resolved = this.#shell.variables.resolve(name);
    const key = yield* this.#key(resolved, index);
    if (!isBefore(this.#shell, resolved, key)) return elementAt(this.#shell, resolved, key);
    if (!isThere(this.#shell, resolved)) return one(undefined);
    throw new ReportedFailure(`${index.text}]: bad array subscript`, { ends: "line" });
  }

  #refuseUnset(): void {
    if (!this.#shell.isOn("nounset")) return;
    const { index, name } = this.#part;
    const shown = /^\d/.test(name)
      ? `$${name}`
      : index === undefined
        ? name
        : `${name}[${index.text}]`;
    throw new ShellFailure(`${shown}: unbound variable`, { status: 127, ends: "script" });
  }

  /** What is wrong is told with the parameter's name in front of it. */
  #numberOf(text: string): number {
    try {
      return Number(evaluate(this.#shell, text));
    } catch (error) {
      if (!(error instanceof ShellFailure) || error instanceof ReportedFailure) throw error;
      // Of a variable that is not set, which has told its own.
      if (error.ends === "script") throw error;
      const { index, name, prefix = "" } = this.#part;
      const shown = `${prefix}${name}${index === undefined ? "" : `[${index.text}]`}`;
      throw new ShellFailure(`${shown}: ${error.message}`, error);
    }
  }

  *#slice(value: ParameterValue, { operands }: ParameterOperation): Running<ParameterValue> {
    const numbers: number[] = [];
    for (const operand of operands) {
      numbers.push(this.#numberOf(yield* this.#words.text(this.#shell, operand)));
    }
    const [offset = 0, length] = numbers;
    const { name } = this.#part;
    if (value.list === undefined) return sliceText(value, { offset, length });
    if (name !== "@" && name !== "*") {
      const keys = keysOf(this.#shell, name).map((key, place) =>
        /^\d+$/.test(key) ? Number(key) : place,
      );
      return sliceList(value, keys, { offset, length });
    }
    // `$0` stands in front of the others.
    const values = [this.#shell.parameters.name, ...value.values];
    const keys = values.map((_, place) => place);
    return sliceList({ ...value, values }, keys, { offset, length });
  }
}

/** Whether there is nothing to be done, so that bash does not look at the operation's words either. */
function isIdle(
  { kind }: ParameterOperation,
  { name }: Parameter,
  { list, values }: ParameterValue,
): boolean {
  if (kind === "transform") return false;
  if (kind === "slice" && (name === "@" || name === "*")) return false;
  return values.length === 0 || (kind === "remove" && list === undefined && values[0] === "");
}

function isEmpty({ values }: ParameterValue): boolean {
  return values.length <= 1 && (values[0] ?? "") === "";
}

function isWhole({ text }: Word): boolean {
  return text === "@" || text === "*";
}

function isStar({ text }: Word): boolean {
  return text === "*";
}

/** What bash finds out when it comes to it. */
function refuseBad(operation: ParameterOperation | undefined): void {
  if (operation?.kind === "unknown")
    throw new ReportedFailure(`${operation.operator}: bad substitution`, { ends: "line" });
  if (operation?.kind !== "unclosed") return;
  const state = `bad substitution: no closing \`}' in ${operation.operator}`;
  throw new ReportedFailure(state, { ends: "line" });
}
