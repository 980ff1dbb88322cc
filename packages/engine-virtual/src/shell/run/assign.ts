import type { Assignment, Word } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { evaluate, keyOf } from "../expand/evaluate-arithmetic.ts";
import { expandText, expandValue, expandWords } from "../expand/expand-word.ts";
import { type Element, splitElement } from "../expand/split-element.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { ArrayValue } from "../variables/array-value.ts";
import { isArray } from "../variables/variable.ts";

/** Carries out `name=value`, `name[i]=value`, `name=(…)` and the same with `+=`. */
export function* assign(shell: Shell, assignment: Assignment): Running<void> {
  const { append, index, value } = assignment;
  const name = shell.variables.resolve(assignment.name);
  if (!("type" in value)) {
    yield* assignList(shell, { name, append, elements: value });
    return;
  }
  const text = yield* expandValue(shell, value);
  if (index === undefined) assignText(shell, { name, append, text });
  else {
    const key = keyOf(shell, name, yield* expandText(shell, index));
    assignElement(shell, { name, key, append, text });
  }
}

interface TextAssignment {
  readonly name: string;
  readonly append: boolean;
  readonly text: string;
}

export function assignText(shell: Shell, { name, append, text }: TextAssignment): void {
  const { variables } = shell;
  const variable = variables.find(name);
  if (shell.isOn("allexport")) variables.mark(name, { exported: true });
  if (variable?.integer === true) {
    const old = append ? evaluate(shell, variables.text(name) ?? "0") : 0n;
    variables.set(name, (old + evaluate(shell, text)).toString());
  } else {
    variables.set(name, append ? (variables.text(name) ?? "") + text : text);
  }
}

interface ElementAssignment extends TextAssignment {
  readonly key: number | string;
}

function assignElement(shell: Shell, { name, key, append, text }: ElementAssignment): void {
  const { variables } = shell;
  const variable = variables.find(name);
  const value = variable?.value;
  const old = append && isArray(value) ? (value.get(key) ?? "") : "";
  if (variable?.integer === true) {
    const sum = (append ? evaluate(shell, old) : 0n) + evaluate(shell, text);
    variables.setElement(name, key, sum.toString());
  } else {
    variables.setElement(name, key, old + text);
  }
}

interface ListAssignment {
  readonly name: string;
  readonly append: boolean;
  readonly elements: readonly Word[];
}

function* assignList(shell: Shell, { name, append, elements }: ListAssignment): Running<void> {
  const { variables } = shell;
  const old = variables.find(name)?.value;
  const associative = isArray(old) && old.associative;
  const array = append ? copied(old) : new ArrayValue(associative);
  const list = new ListReader(shell, array);
  for (const element of elements) yield* list.add(element);
  list.end();
  if (variables.find(name)?.integer === true) {
    for (const key of array.keys()) {
      array.set(key, evaluate(shell, array.get(key) ?? "").toString());
    }
  }
  variables.setArray(name, array);
}

/** Puts the elements of a list where they belong. */
class ListReader {
  readonly #shell: Shell;
  readonly #array: ArrayValue;
  readonly #bare: string[] = [];
  #next: number;

  constructor(shell: Shell, array: ArrayValue) {
    this.#shell = shell;
    this.#array = array;
    this.#next = array.next;
  }

  *add(element: Word): Running<void> {
    const split = splitElement(element);
    if (split !== undefined) {
      yield* this.#addAt(split);
      return;
    }
    for (const word of yield* expandWords(this.#shell, [element])) {
      if (this.#array.associative) this.#bare.push(word);
      else this.#array.set(this.#next++, word);
    }
  }

  end(): void {
    setPairs(this.#array, this.#bare);
  }

  *#addAt({ append, index, value }: Element): Running<void> {
    const shell = this.#shell;
    const array = this.#array;
    const indexText = yield* expandText(shell, index);
    const key = array.associative ? indexText : Number(evaluate(shell, indexText));
    const text = yield* expandText(shell, value);
    if (typeof key === "number") this.#next = key + 1;
    array.set(key, append ? (array.get(key) ?? "") + text : text);
  }
}

function copied(old: string | ArrayValue | undefined): ArrayValue {
  if (isArray(old)) return old.copy();
  return new ArrayValue(false, old === undefined ? [] : [[0, old]]);
}

/** `declare -A m=(key value key value)`. */
function setPairs(array: ArrayValue, words: readonly string[]): void {
  for (let at = 0; at < words.length; at += 2) {
    const key = words[at] ?? "";
    if (key === "") throw new ShellFailure("bad array subscript");
    array.set(key, words[at + 1] ?? "");
  }
}
