import type { Parameter, Word, WordPart } from "@agent-sandbox/shell-syntax";

import { LimitError } from "../../files/errors.ts";

/** One character of bare text, with its backslash, or a part that braces do not look into. */
type Item = string | WordPart;

/** The words that `a{b,c}d` and `{1..3}` become, before anything else is expanded; the word itself without braces. */
export function expandBraces(word: Word, most: number): readonly Word[] {
  if (!word.parts.some(({ type }) => type === "braces")) return [word];
  const items = word.parts.flatMap(itemsOf);
  if (findBraces(items) === undefined) return [word];
  const words = expandItems(items, { left: most, most });
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
}

function expandItems(items: readonly Item[], budget: Budget): readonly (readonly Item[])[] {
  const braces = findBraces(items);
  if (braces === undefined) return [items];
  const before = items.slice(0, braces.start);
  const rests = expandItems(items.slice(braces.end + 1), budget);
  const choices =
    braces.sequence?.map((item) => [item]) ??
    braces.choices.flatMap((choice) => expandItems(choice, budget));
  budget.left -= choices.length * rests.length;
  if (budget.left < 0) throw new LimitError("maxWordCount", budget.most);
  return choices.flatMap((choice) => rests.map((rest) => [...before, ...choice, ...rest]));
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly (readonly Item[])[];
  readonly sequence: readonly Item[] | undefined;
}

/** The first braces that mean anything. */
function findBraces(items: readonly Item[]): Braces | undefined {
  for (let start = items.indexOf("{"); start !== -1; start = items.indexOf("{", start + 1)) {
    const found = bracesAt(items, start);
    if (found !== undefined) return found;
  }
  return undefined;
}

function bracesAt(items: readonly Item[], start: number): Braces | undefined {
  const end = endOf(items, start);
  if (end === undefined) return undefined;
  const choices = choicesIn(items.slice(start + 1, end));
  if (choices.length > 1) return { start, end, choices, sequence: undefined };
  const sequence = sequenceOf(choices[0] ?? []);
  return sequence && { start, end, choices, sequence };
}

function endOf(items: readonly Item[], start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < items.length; at += 1) {
    if (items[at] === "{") depth += 1;
    if (items[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
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
    return counted(Number(low), Number(high), by).map((one) => padded(one, width));
  }
  if (first === undefined || last === undefined) return undefined;
  return counted(first.charCodeAt(0), last.charCodeAt(0), by).map((code) => {
    // A backslash is read again, and takes only its own meaning away.
    return code === BACKSLASH ? { type: "quoted", value: "" } : String.fromCharCode(code);
  });
}

function counted(from: number, to: number, by: string | undefined): readonly number[] {
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
