import type { Parameter, Word, WordPart } from "../syntax-tree.ts";
import { type Pieces, type ShellWord, textOf, UNKNOWN } from "./shell-command.ts";
import type { Variables } from "./variables.ts";

/** More than these are not followed. */
const ALTERNATIVES = 24;

/** Braces in one word: each multiplies what the others make. */
const BRACES = 4;

/** One expansion of a word: the fields that it becomes. */
type Fields = readonly Pieces[];

interface At {
  readonly variables: Variables;
  readonly quoted: boolean;
  /** Names whose values are being looked up, so that none is looked up inside of itself. */
  readonly busy: ReadonlySet<string>;
}

/** What a word may stand for; several words where it becomes several fields. */
export function evaluateWord(word: Word, variables: Variables): readonly ShellWord[] {
  return withoutBraces(word).flatMap((one) => evaluateOne(one, variables));
}

function evaluateOne(word: Word, variables: Variables): readonly ShellWord[] {
  const expansions = expand(word, {
    variables,
    quoted: false,
    busy: new Set(),
  });
  const [only, ...others] = expansions;
  if (only !== undefined && others.length === 0) {
    return only.map((pieces) => ({ text: word.text, alternatives: [pieces] }));
  }
  return [{ text: word.text, alternatives: expansions.flat() }];
}

/** The value that an assignment gives: one field, whatever is in it. */
export function evaluateValue(word: Word, variables: Variables): ShellWord {
  return {
    text: word.text,
    alternatives: valuesOfWord(word, { variables, busy: new Set() }),
  };
}

function valuesOfWord(word: Word, at: Omit<At, "quoted">): readonly Pieces[] {
  return expand(word, { ...at, quoted: true }).map((fields) => fields.flat());
}

function expand(word: Word, at: At): readonly Fields[] {
  return joined(
    word.parts.map((part, index) =>
      index === 0 && part.type === "literal" && part.text.startsWith("~")
        ? [[tilde(part.value, at)]]
        : expandPart(part, at),
    ),
  );
}

/** Every expansion of the parts one after the other; the last field of one goes on in the next. */
function joined(parts: readonly (readonly Fields[])[]): readonly Fields[] {
  return parts.reduce<readonly Fields[]>(
    (before, part) =>
      before
        .flatMap((fields) => part.map((more) => concatenated(fields, more)))
        .slice(0, ALTERNATIVES),
    [[[]]],
  );
}

function concatenated(fields: Fields, more: Fields): Fields {
  const [first, ...rest] = more;
  if (first === undefined) return fields;
  return [...fields.slice(0, -1), [...(fields.at(-1) ?? []), ...first], ...rest];
}

function tilde(value: string, { variables }: At): Pieces {
  const name = /^~[^/]*/.exec(value)?.[0] ?? "";
  const home = variables.given.get("HOME")?.alternatives[0];
  const rest = value.slice(name.length);
  return [...(name === "~" && home !== undefined ? home : [UNKNOWN]), rest];
}

function expandPart(part: WordPart, at: At): readonly Fields[] {
  switch (part.type) {
    case "literal":
    case "quoted":
      return [[[part.value]]];
    case "double": {
      const inside = part.parts.map((one) => expandPart(one, { ...at, quoted: true }));
      return joined(inside);
    }
    case "glob":
      return [[[at.quoted ? part.text : { kind: "glob", text: part.text }]]];
    case "parameter":
      return expandParameter(part, at);
    default:
      return [[[UNKNOWN]]];
  }
}

/** The words that `a{b,c}d` becomes. Where braces are nested, quoted or a range, nobody knows. */
function withoutBraces(word: Word): readonly Word[] {
  const at = word.parts.findIndex(({ type }) => type === "braces");
  const braces = word.parts[at];
  const list = braces?.type === "braces" ? LIST.exec(braces.text)?.[1] : undefined;
  const isTooMuch = word.parts.filter(({ type }) => type === "braces").length > BRACES;
  if (list === undefined || isTooMuch) return [word];
  const all = list.split(",").slice(0, ALTERNATIVES);
  const words = all.map((text) => ({ ...word, parts: word.parts.with(at, bareText(text)) }));
  return words.flatMap(withoutBraces).slice(0, ALTERNATIVES);
}

const LIST = /^\{([^{}$`'"\\]*,[^{}$`'"\\]*)\}$/;

function bareText(text: string): WordPart {
  return /[*?[]/.test(text) ? { type: "glob", text } : { type: "literal", value: text, text };
}

function expandParameter(part: Parameter, at: At): readonly Fields[] {
  const values = valuesOf(part, at);
  return values.map((pieces) => (at.quoted ? [pieces] : split(pieces)));
}

function valuesOf({ name, prefix, operation }: Parameter, at: At): readonly Pieces[] {
  if (prefix !== undefined || at.busy.has(name)) return [[UNKNOWN]];
  const values = lookUp(name, at);
  if (operation === undefined) return values;
  const [operand] = operation.operands;
  if (operation.kind !== "default" || operand === undefined) return [[UNKNOWN]];
  return [...values, ...valuesOfWord(operand, { ...at, busy: new Set([...at.busy, name]) })];
}

function lookUp(name: string, { variables, busy }: At): readonly Pieces[] {
  const { budget } = variables;
  if (budget.left === 0) return [[UNKNOWN]];
  budget.left -= 1;
  const assigned = variables.assigned.get(name);
  if (assigned === undefined) return variables.given.get(name)?.alternatives ?? [[UNKNOWN]];
  const inside = { variables, busy: new Set([...busy, name]) };
  return assigned
    .slice(0, ALTERNATIVES)
    .flatMap((word) => valuesOfWord(word, inside))
    .slice(0, ALTERNATIVES);
}

/** An expansion without quotes falls apart at blanks. */
function split(pieces: Pieces): Fields {
  const text = textOf(pieces);
  if (text === undefined || !/\s/.test(text)) return [pieces];
  return text
    .split(/\s+/)
    .map((field) => (/[*?[]/.test(field) ? [{ kind: "glob", text: field }] : [field]));
}
