import { findText } from "../../regex/find-text.ts";
import { lengthOf as charactersIn } from "../characters.ts";
import { splitText } from "./arithmetic.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { JqError } from "./json.ts";

function textIn(value: Json, words: string): string {
  if (typeof value === "string") return value;
  throw new JqError(words);
}

const ofText =
  (work: (text: string) => Json) =>
  (input: Json): Json =>
    work(textIn(input, "explode input must be a string"));

function affix(name: string, work: (text: string, part: string) => boolean) {
  return (input: Json, part: Json = null): Json => {
    const words = `${name}() requires string inputs`;
    return work(textIn(input, words), textIn(part, words));
  };
}

/** Cuts off what both are texts for; anything else stays as it is. */
function cut(work: (text: string, part: string) => string) {
  return (input: Json, part: Json = null): Json =>
    typeof input === "string" && typeof part === "string" ? work(input, part) : input;
}

const withoutStart = (text: string, part: string): string =>
  text.startsWith(part) ? text.slice(part.length) : text;

const withoutEnd = (text: string, part: string): string =>
  part !== "" && text.endsWith(part) ? text.slice(0, -part.length) : text;

function trimmed(work: (text: string) => string) {
  return (input: Json): Json => {
    if (typeof input === "string") return work(input);
    throw new JqError(`${described(input)} cannot be trimmed`);
  };
}

/** Where a text is in another one, in characters. */
export function occurrences(text: string, wanted: string): Json {
  if (wanted === "") return null;
  const found: number[] = [];
  let characters = 0;
  let counted = 0;
  for (let at = findText(text, wanted); at !== -1; at = findText(text, wanted, at + 1)) {
    characters += charactersIn(text.slice(counted, at));
    counted = at;
    found.push(characters);
  }
  return found;
}

function split(input: Json, separator: Json = null): Json {
  const words = "split input and separator must be strings";
  return splitText(textIn(input, words), textIn(separator, words));
}

const inAscii = (text: string, from: RegExp, change: (letter: string) => string): string =>
  text.replace(from, change);

export const TEXT_FUNCTIONS: Readonly<
  Record<string, (input: Json, ...args: readonly Json[]) => Json>
> = {
  "ascii_downcase/0": ofText((text) =>
    inAscii(text, /[A-Z]+/g, (letters) => letters.toLowerCase()),
  ),
  "ascii_upcase/0": ofText((text) => inAscii(text, /[a-z]+/g, (letters) => letters.toUpperCase())),
  "endswith/1": affix("endswith", (text, part) => text.endsWith(part)),
  "ltrim/0": trimmed((text) => text.trimStart()),
  "ltrimstr/1": cut(withoutStart),
  "rtrim/0": trimmed((text) => text.trimEnd()),
  "rtrimstr/1": cut(withoutEnd),
  "split/1": split,
  "startswith/1": affix("startswith", (text, part) => text.startsWith(part)),
  "trim/0": trimmed((text) => text.trim()),
  "trimstr/1": cut((text, part) => withoutEnd(withoutStart(text, part), part)),
};
