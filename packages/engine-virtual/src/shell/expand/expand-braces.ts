import type { Parameter, Word, WordPart } from "@agent-sandbox/shell-syntax";

import { LimitError } from "../../files/errors.ts";
import { type BracePair, bracePairs, nestingOf } from "./brace-pairs.ts";
import { bracePieces } from "./brace-text.ts";
import { readWord } from "./read-word.ts";

/** One character of bare text, with its backslash, or a part that braces do not look into. */
type Item = string | WordPart;

/** The words that `a{b,c}d` and `{1..3}` become, before anything else is expanded; the word itself without braces. */
export function expandBraces(word: Word, most: number): Iterable<Word> {
  return mayPart(word) ? expandText(word, most) : expandParts(word, most);
}

/** Whether inner quotes may end the outer ones before braces: `"${x:-"{a,b}"}"`. */
function mayPart({ parts, text }: Word): boolean {
  if (!parts.some(({ type }) => type === "double")) return false;
  const quote = text.indexOf('"');
  const inside = text.slice(quote + 1).search(/\$\{|`/);
  if (quote === -1 || inside === -1) return false;
  const inner = text.indexOf('"', quote + 1 + inside);
  return inner !== -1 && text.includes("{", inner);
}

/** Each word is read when its turn comes. */
function* expandText(word: Word, most: number): Iterable<Word> {
  const pieces = bracePieces(word.text);
  for (const items of expandAll(pieces, most)) {
    yield items === pieces ? word : readWord(textOf(items));
  }
}

function textOf(items: readonly Item[]): string {
  return items.map((item) => (typeof item === "string" ? item : "''")).join("");
}

function expandParts(word: Word, most: number): readonly Word[] {
  if (!word.parts.some(({ type }) => type === "braces")) return [word];
  const items = word.parts.flatMap(itemsOf);
  const words = expandAll(items, most);
  if (words[0] === items) return [word];
  return words.map((one) => ({ ...word, parts: partsOf(one) }));
}

function itemsOf(part: WordPart): readonly Item[] {
  if (part.type === "literal") return charactersOf(part.text);
  if (part.type !== "braces" || part.text.startsWith("[")) return [part];
  if (part.parts.length === 0) return charactersOf(part.text);
  return ["{", ...part.parts.flatMap(itemsOf), "}"];
}

function charactersOf(text: string): readonly Item[] {
  return (text.match(/\\[^]|[^]/gu) ?? []).filter((item) => item !== "\\\n");
}

function partsOf(items: readonly Item[]): readonly WordPart[] {
  const parts: WordPart[] = [];
  let text = "";
  const flush = () => {
    if (text !== "") parts.push({ type: "literal", text, value: text.replace(/\\([^])/gu, "$1") });
    text = "";
  };
  for (const item of items) {
    const last = text === "" ? parts.at(-1) : undefined;
    if (typeof item !== "string") {
      flush();
      parts.push(item);
    } else if (last?.type === "parameter" && mayJoin(last, item)) {
      parts[parts.length - 1] = { ...last, name: last.name + item };
    } else {
      text += item;
    }
  }
  flush();
  return parts;
}

/** In `{a,$x}b` the second word is `$xb`. */
function mayJoin({ isBare, name }: Parameter, item: string): boolean {
  return isBare && /^[A-Za-z_]/.test(name) && /^\w+$/.test(item);
}

interface Budget {
  left: number;
  readonly most: number;
  /** Of all words together. */
  characters: number;
}

const MOST_CHARACTERS = 10_000_000;

/** Braces in braces. */
const DEPTH = 200;

function expandAll(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  if (nestingOf(bracePairs(items)) > DEPTH) throw new LimitError("maxRecursion", DEPTH);
  return expandItems(items, { left: most, most, characters: MOST_CHARACTERS });
}

function expandItems(items: readonly Item[], budget: Budget): readonly (readonly Item[])[] {
  let words: readonly (readonly Item[])[] = [[]];
  let at = 0;
  for (const { choices, end, start } of bracesIn(items)) {
    const before = items.slice(at, start);
    const inner = choices.flatMap((choice) => expandItems(choice, budget));
    budget.left -= words.length * inner.length;
    if (budget.left < 0) throw new LimitError("maxWordCount", budget.most);
    words = words.flatMap((word) =>
      inner.map((choice) => counted([...word, ...before, ...choice], budget)),
    );
    at = end + 1;
  }
  if (at === 0) return [items];
  const rest = items.slice(at);
  return rest.length === 0 ? words : words.map((word) => counted([...word, ...rest], budget));
}

function counted(items: readonly Item[], budget: Budget): readonly Item[] {
  budget.characters -= items.length;
  if (budget.characters < 0) throw new LimitError("maxVariableSize", MOST_CHARACTERS);
  return items;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly (readonly Item[])[];
}

/** Those that mean anything and are in no other of them. */
function* bracesIn(items: readonly Item[]): Iterable<Braces> {
  let behind = 0;
  for (const pair of bracePairs(items)) {
    const choices = pair.start < behind ? undefined : choicesOf(items, pair);
    if (choices === undefined) continue;
    yield { ...pair, choices };
    behind = pair.end + 1;
  }
}

function choicesOf(
  items: readonly Item[],
  { end, hasComma, isInmost, start }: BracePair,
): Braces["choices"] | undefined {
  if (!hasComma && !isInmost) return undefined;
  const inner = items.slice(start + 1, end);
  return hasComma ? choicesIn(inner) : sequenceOf(inner)?.map((item) => [item]);
}

function choicesIn(items: readonly Item[]): readonly (readonly Item[])[] {
  const choices: Item[][] = [[]];
  let depth = 0;
  for (const item of items) {
    if (item === "{") depth += 1;
    if (item === "}") depth -= 1;
    if (item === "," && depth === 0) choices.push([]);
    else choices.at(-1)?.push(item);
  }
  return choices;
}

const SEQUENCE = /^(?:([-+]?\d+)\.\.([-+]?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.([-+]?\d+))?$/;
const MOST = 1_000_000;
const BACKSLASH = 92;

function sequenceOf(items: readonly Item[]): readonly Item[] | undefined {
  const texts = items.filter((item) => typeof item === "string");
  if (texts.length < items.length) return undefined;
  const [, low, high, first, last, by] = SEQUENCE.exec(texts.join("")) ?? [];
  if (low !== undefined && high !== undefined) {
    const width = [low, high].some((one) => /^-?0\d/.test(one))
      ? Math.max(low.length, high.length)
      : 0;
    return numbersFrom(Number(low), Number(high), by).map((one) => padded(one, width));
  }
  if (first === undefined || last === undefined) return undefined;
  return numbersFrom(first.charCodeAt(0), last.charCodeAt(0), by).map((code) => {
    // A backslash is read again, and takes only its own meaning away.
    return code === BACKSLASH ? { type: "quoted", value: "" } : String.fromCharCode(code);
  });
}

function numbersFrom(from: number, to: number, by: string | undefined): readonly number[] {
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > MOST) throw new LimitError("maxWordCount", MOST);
  const direction = from <= to ? step : -step;
  return Array.from({ length: count }, (_, index) => from + index * direction);
}

function padded(value: number, width: number): string {
  const digits = Math.abs(value).toString();
  return value < 0 ? `-${digits.padStart(width - 1, "0")}` : digits.padStart(width, "0");
}
