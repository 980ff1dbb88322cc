import type { Assignment, Word } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { evaluateAssigned, assignedKey } from "../expand/evaluate-arithmetic.ts";
import { expandText, expandValue, expandWords } from "../expand/expand-word.ts";
import { setDynamic } from "../expand/dynamic-value.ts";
import { type Element, splitElement } from "../expand/split-element.ts";
import { quotePlainly } from "../expand/quote-text.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { ArrayValue } from "../variables/array-value.ts";
import { arrayFrom, isArray } from "../variables/variable.ts";
import { trace } from "./trace.ts";

/** Carries out `name=value`, `name[i]=value`, `name=(…)` and the same with `+=`. */
export function* assign(shell: Shell, assignment: Assignment): Running<void> {
  const { append, index, value } = assignment;
  const name = shell.variables.resolve(assignment.name);
  if (!("type" in value)) {
    if (shell.isOn("xtrace")) {
      const elements = value.map((element) => element.text).join(" ");
      yield* trace(shell, `${name}${append ? "+" : ""}=(${elements})`);
    }
    yield* assignList(shell, { name, append, elements: value });
    return;
  }
  const text = yield* expandValue(shell, value);
  if (shell.isOn("xtrace")) {
    const place = index === undefined ? name : `${name}[${index.text}]`;
    yield* trace(shell, `${place}${append ? "+" : ""}=${text === "" ? "" : quotePlainly(text)}`);
  }
  if (index === undefined) assignText(shell, { name, append, text });
  else
    assignIndexed(
      shell,
      { name, index: yield* expandText(shell, index), append, text },
      index.text,
    );
}

interface IndexedAssignment extends TextAssignment {
  readonly index: string;
}

/** `name[index]=text`: an empty name of an element, and an index that is not even written, are none. */
export function assignIndexed(
  shell: Shell,
  { index, ...assignment }: IndexedAssignment,
  written = index,
): void {
  const { name } = assignment;
  const key = assignedKey(shell, name, index);
  const array = arrayFrom(shell.variables.find(name)?.value, typeof key === "string");
  if (written === "" || isNowhere(array, key)) {
    throw new ReportedFailure(`${name}[${written}]: bad array subscript`, { ends: "line" });
  }
  assignElement(shell, { ...assignment, key });
}

interface TextAssignment {
  readonly name: string;
  readonly append: boolean;
  readonly text: string;
}

export function assignText(shell: Shell, { name, append, text }: TextAssignment): void {
  const { variables } = shell;
  if (setDynamic(shell, name, text)) return;
  const variable = variables.find(name);
  if (shell.isOn("allexport")) variables.mark(name, { exported: true });
  if (variable?.integer === true) {
    const old = append ? evaluateAssigned(shell, variables.text(name) ?? "0") : 0n;
    variables.set(name, (old + evaluateAssigned(shell, text)).toString());
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
  const old = append ? (arrayFrom(value, typeof key === "string").get(key) ?? "") : "";
  if (variable?.integer === true) {
    const sum = (append ? evaluateAssigned(shell, old) : 0n) + evaluateAssigned(shell, text);
    variables.setElement(name, key, sum.toString());
  } else {
    variables.setElement(name, key, old + text);
  }
}

/** What a builtin stores: `read x`, `printf -v 'a[1]'`. */
export function assignNamed(
  shell: Shell,
  {
    name,
    index,
    text,
  }: { readonly name: string; readonly index: string | undefined; readonly text: string },
): void {
  if (index === undefined) assignText(shell, { name, append: false, text });
  else assignIndexed(shell, { name, index, append: false, text });
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
  const list = new ListReader(shell, associative);
  // All is expanded before anything is set: `a=("${a[@]}" x)`.
  for (const element of elements) yield* list.add(element);
  const array = append ? variables.ownArray(name, associative) : new ArrayValue(associative);
  list.putInto(array);
  if (variables.find(name)?.integer === true) {
    for (const key of array.keys()) {
      array.set(key, evaluateAssigned(shell, array.get(key) ?? "").toString());
    }
  }
  variables.setArray(name, array);
}

interface ReadElement {
  /** The element as the script has it. */
  readonly written: string;
  readonly key: number | string | undefined;
  readonly append: boolean;
  readonly text: string;
}

/** Reads the elements of a list, and puts them where they belong. */
class ListReader {
  readonly #shell: Shell;
  readonly #associative: boolean;
  readonly #elements: ReadElement[] = [];

  constructor(shell: Shell, associative: boolean) {
    this.#shell = shell;
    this.#associative = associative;
  }

  *add(element: Word): Running<void> {
    const split = splitElement(element);
    if (split !== undefined) {
      this.#elements.push(yield* this.#withIndex(split, element.text));
      return;
    }
    for (const text of yield* expandWords(this.#shell, [element])) {
      this.#elements.push({ key: undefined, append: false, text, written: "" });
    }
  }

  putInto(array: ArrayValue): void {
    let { next } = array;
    const isPair = ({ key }: ReadElement) => this.#associative && key === undefined;
    const bare = this.#elements.filter(isPair);
    for (const { append, key, text, written } of this.#elements.filter((one) => !isPair(one))) {
      const place = key ?? next;
      if (isNowhere(array, place)) {
        this.#shell.complain(`${written}: bad array subscript`);
        continue;
      }
      array.set(place, append ? (array.get(place) ?? "") + text : text);
      if (typeof place === "number") next = place + 1;
    }
    setPairs(
      array,
      bare.map(({ text }) => text),
    );
  }

  *#withIndex({ append, index, value }: Element, written: string): Running<ReadElement> {
    const indexText = yield* expandText(this.#shell, index);
    const key =
      this.#associative || index.parts.length === 0
        ? indexText
        : Number(evaluateAssigned(this.#shell, indexText));
    return { key, append, text: yield* expandText(this.#shell, value), written };
  }
}

function isNowhere(array: ArrayValue, place: number | string): boolean {
  return typeof place === "number" ? place < 0 && array.next + place < 0 : place === "";
}

/** `declare -A m=(key value key value)`. */
function setPairs(array: ArrayValue, words: readonly string[]): void {
  for (let at = 0; at < words.length; at += 2) {
    const key = words[at] ?? "";
    if (key === "") throw new ShellFailure("bad array subscript");
    array.set(key, words[at + 1] ?? "");
  }
}
