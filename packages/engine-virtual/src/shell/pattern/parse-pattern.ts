/** A glob pattern as data. What was quoted is a `text` already. */
export type PatternNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "any" }
  | { readonly type: "star" }
  | { readonly type: "set"; readonly has: (character: string) => boolean }
  | {
      readonly type: "choice";
      readonly operator: "?" | "*" | "+" | "@" | "!";
      readonly choices: readonly Pattern[];
    };

export type Pattern = readonly PatternNode[];

/** Reads a pattern in which a backslash takes the next character's meaning away. */
function parsePattern(source: string): Pattern {
  return new PatternReader(source).sequence("");
}

const known = new Map<string, Pattern>();
const MOST_KNOWN = 200;

/** The same, remembered: a loop asks for the same pattern again and again. */
export function patternOf(source: string): Pattern {
  const found = known.get(source);
  if (found !== undefined) return found;
  const pattern = parsePattern(source);
  if (known.size >= MOST_KNOWN) known.clear();
  if (source.length < 1000) known.set(source, pattern);
  return pattern;
}

const PLAIN = /[^\\?*+@![|)]+/y;

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Up to one of the characters in `ends`. */
  sequence(ends: string): Pattern {
    const nodes: PatternNode[] = [];
    let text = "";
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at] ?? "";
      if (ends.includes(character)) break;
      const run = this.#plainRun();
      if (run !== "") {
        text += run;
        continue;
      }
      const node = this.#node(character);
      if (typeof node === "string") {
        text += node;
        continue;
      }
      if (text !== "") nodes.push({ type: "text", text });
      text = "";
      nodes.push(node);
    }
    if (text !== "") nodes.push({ type: "text", text });
    return nodes;
  }

  /** Characters that mean nothing but themselves. */
  #plainRun(): string {
    PLAIN.lastIndex = this.#at;
    const run = PLAIN.exec(this.#source)?.[0] ?? "";
    this.#at += run.length;
    return run;
  }

  #node(character: string): PatternNode | string {
    if ("?*+@!".includes(character) && this.#source[this.#at + 1] === "(") {
      const choice = this.#choice(character);
      if (choice !== undefined) return choice;
    }
    this.#at += 1;
    switch (character) {
      case "*":
        return { type: "star" };
      case "?":
        return { type: "any" };
      case "[":
        return this.#set() ?? "[";
      case "\\": {
        const next = this.#source[this.#at] ?? "\\";
        this.#at += 1;
        return next;
      }
      default:
        return character;
    }
  }

  #choice(operator: string): PatternNode | undefined {
    const start = this.#at;
    this.#at += 2;
    const choices: Pattern[] = [];
    for (;;) {
      choices.push(this.sequence("|)"));
      const end = this.#source[this.#at];
      this.#at += 1;
      if (end === ")") break;
      if (end === undefined) {
        this.#at = start;
        return undefined;
      }
    }
    return { type: "choice", operator: OPERATORS[operator] ?? "@", choices };
  }

  #set(): PatternNode | undefined {
    const found = readSet(this.#source, this.#at);
    if (found === undefined) return undefined;
    this.#at = found.end;
    return { type: "set", has: found.has };
  }
}

const OPERATORS: Readonly<Record<string, "?" | "*" | "+" | "@" | "!">> = {
  ...{ "?": "?", "*": "*", "+": "+", "@": "@", "!": "!" },
};

interface FoundSet {
  readonly end: number;
  readonly has: (character: string) => boolean;
}

/** What stands behind `[`, up to its `]`; undefined where there is none. */
function readSet(source: string, start: number): FoundSet | undefined {
  const negated = source[start] === "!" || source[start] === "^";
  const first = start + (negated ? 1 : 0);
  const tests: ((character: string) => boolean)[] = [];
  let at = first;
  while (at < source.length) {
    if (source[at] === "]" && at > first) {
      return { end: at + 1, has: (one) => tests.some((test) => test(one)) !== negated };
    }
    const member = readMember(source, at);
    if (member === undefined) return undefined;
    tests.push(member.test);
    at = member.end;
  }
  return undefined;
}

interface Member {
  readonly end: number;
  readonly test: (character: string) => boolean;
}

function readMember(source: string, at: number): Member | undefined {
  const name = /^\[:(\w+):\]/.exec(source.slice(at, at + 12))?.[1];
  if (name !== undefined) {
    const test = CLASSES[name] ?? (() => false);
    return { end: at + name.length + 4, test };
  }
  const low = readCharacter(source, at);
  if (low === undefined) return undefined;
  if (source[low.end] === "-" && source[low.end + 1] !== "]") {
    const high = readCharacter(source, low.end + 1);
    if (high !== undefined) {
      return { end: high.end, test: (one) => one >= low.character && one <= high.character };
    }
  }
  return { end: low.end, test: (one) => one === low.character };
}

function readCharacter(
  source: string,
  start: number,
): { character: string; end: number } | undefined {
  const at = source[start] === "\\" && start + 1 < source.length ? start + 1 : start;
  const code = source.codePointAt(at);
  if (code === undefined) return undefined;
  const character = String.fromCodePoint(code);
  return { character, end: at + character.length };
}

const byExpression = (expression: RegExp) => (character: string) => expression.test(character);

const CLASSES: Readonly<Record<string, (character: string) => boolean>> = {
  alnum: byExpression(/^[\p{L}\p{N}]$/u),
  alpha: byExpression(/^\p{L}$/u),
  blank: byExpression(/^[ \t]$/),
  cntrl: byExpression(/^\p{Cc}$/u),
  digit: byExpression(/^[0-9]$/),
  graph: byExpression(/^[^\s\p{C}]$/u),
  lower: byExpression(/^\p{Ll}$/u),
  print: byExpression(/^[^\p{C}]$/u),
  punct: byExpression(/^[\p{P}\p{S}]$/u),
  space: byExpression(/^[ \t\n\v\f\r]$/),
  upper: byExpression(/^\p{Lu}$/u),
  word: byExpression(/^[\p{L}\p{N}_]$/u),
  xdigit: byExpression(/^[0-9A-Fa-f]$/),
};
