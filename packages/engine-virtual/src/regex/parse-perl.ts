import { PatternReader } from "./reader.ts";
import type { ClassName, Expression, Place, SetItem } from "./syntax.ts";
import {
  choice,
  CLASSES,
  classSet,
  checkSourceLength,
  ExpressionError,
  literal,
  sequence,
} from "./syntax.ts";

const LAST = 0x10ffff;

const CONTROLS: Readonly<Record<string, string>> = {
  a: "\x07",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const SETS: Readonly<Record<string, ClassName>> = { d: "digit", s: "space", w: "word", h: "blank" };

const PLACES: Readonly<Record<string, Place>> = {
  b: "boundary",
  B: "no-boundary",
  A: "start",
  z: "end",
  Z: "end",
};

/** What is outside a class, for `[\D…]`: to ASCII, without a line's end. */
const OUTSIDE: Readonly<Record<string, readonly SetItem[]>> = {
  D: [
    [0, 9],
    [11, 47],
    [58, LAST],
  ],
  S: [
    [0, 8],
    [14, 31],
    [33, LAST],
  ],
  W: [
    [0, 9],
    [11, 47],
    [58, 64],
    [91, 94],
    [96, 96],
    [123, LAST],
  ],
};

const unsupported = (what: string): never => {
  throw new ExpressionError(`${what} is not supported in a Perl expression`);
};

/** Expressions of Perl: what JavaScript's engine and PCRE share, by PCRE's meaning. */
class PerlParser {
  readonly #reader: PatternReader;
  readonly #names: string[] = [];
  #groups = 0;

  constructor(pattern: string) {
    checkSourceLength(pattern);
    this.#reader = new PatternReader(pattern);
  }

  parse(): Expression {
    const whole = this.#choice();
    if (!this.#reader.isAtEnd) throw new ExpressionError("unmatched closing parenthesis");
    return whole;
  }

  #choice(): Expression {
    const parts = [this.#sequence()];
    while (this.#reader.take("|")) parts.push(this.#sequence());
    return choice(parts);
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (!this.#reader.isAtEnd && this.#reader.peek() !== "|" && this.#reader.peek() !== ")") {
      parts.push(this.#repeated(this.#atom()));
    }
    return sequence(parts);
  }

  #atom(): Expression {
    const reader = this.#reader;
    const character = reader.next();
    switch (character) {
      case ".":
        return { kind: "any" };
      case "^":
        return { kind: "place", place: "start" };
      case "$":
        return { kind: "place", place: "end" };
      case "[":
        return this.#set();
      case "(":
        return this.#group();
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new ExpressionError("quantifier does not follow a repeatable item");
      default:
        return { kind: "character", character };
    }
  }

  #group(): Expression {
    const group = this.#opened();
    if (!this.#reader.take(")")) throw new ExpressionError("missing closing parenthesis");
    return group;
  }

  #opened(): Expression {
    const reader = this.#reader;
    if (!reader.take("?")) return this.#captured();
    if (reader.take(":")) return { kind: "group", captures: false, inner: this.#choice() };
    for (const [mark, behind, negated] of [
      ["=", false, false],
      ["!", false, true],
      ["<=", true, false],
      ["<!", true, true],
    ] as const) {
      if (reader.take(mark)) return { kind: "look", behind, negated, inner: this.#choice() };
    }
    const name = reader.match(/^(?:P?<(\w+)>|'(\w+)')/);
    if (name === undefined) return unsupported(`"(?${reader.peek()}"`);
    return this.#captured(name[1] ?? name[2]);
  }

  #captured(name = ""): Expression {
    this.#groups += 1;
    this.#names[this.#groups] = name;
    return { kind: "group", captures: true, inner: this.#choice() };
  }

  #repeated(atom: Expression): Expression {
    let inner = atom;
    for (let count = this.#count(); count !== undefined; count = this.#count()) {
      const [least, most] = count;
      if (this.#reader.peek() === "+") unsupported("a possessive quantifier");
      inner = { kind: "repeat", inner, least, most, lazy: this.#reader.take("?") };
    }
    return inner;
  }

  #count(): readonly [least: number, most: number] | undefined {
    if (this.#reader.take("*")) return [0, Infinity];
    if (this.#reader.take("+")) return [1, Infinity];
    if (this.#reader.take("?")) return [0, 1];
    const found = this.#reader.match(/^\{(\d{1,5})(?:(,)(\d{0,5}))?\}/);
    if (found === undefined) return undefined;
    const [least, most] = [Number(found[1]), found[3] ?? ""];
    if (found[2] === undefined) return [least, least];
    return [least, most === "" ? Infinity : Number(most)];
  }

  #escape(): Expression {
    const reader = this.#reader;
    if (reader.isAtEnd) throw new ExpressionError("\\ at end of pattern");
    if (reader.take("Q")) return literal(reader.takeUntil("\\E") ?? this.#rest());
    const named = reader.match(/^(?:k[<{'](\w+)[>}']|g\{?(\d+)\}?|([1-9]\d?))/);
    if (named !== undefined) return this.#back(named);
    const letter = reader.peek();
    const place = PLACES[letter];
    const lower = SETS[letter.toLowerCase()];
    if (place === undefined && lower === undefined) return this.#escapedCharacter();
    reader.next();
    if (place !== undefined) return { kind: "place", place };
    return classSet(lower ?? "word", letter !== letter.toLowerCase());
  }

  #rest(): string {
    let rest = "";
    while (!this.#reader.isAtEnd) rest += this.#reader.next();
    return rest;
  }

  #back([, name, braced, plain]: RegExpExecArray): Expression {
    const group = name === undefined ? Number(braced ?? plain) : this.#names.indexOf(name);
    if (group < 1 || group > this.#groups) {
      throw new ExpressionError("reference to non-existent subpattern");
    }
    return { kind: "back", group };
  }

  #escapedCharacter(): Expression {
    return { kind: "character", character: this.#escaped() };
  }

  /** A character behind a backslash: a control, by its number, or itself where it is no letter. */
  #escaped(): string {
    const reader = this.#reader;
    const hex = reader.match(/^x(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{0,2}))/);
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(`0${hex[1] ?? hex[2]}`, 16));
    const octal = reader.match(/^0[0-7]{0,2}/);
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal[0], 8));
    const letter = reader.next();
    const control = CONTROLS[letter];
    if (control !== undefined) return control;
    return /^[A-Za-z0-9]$/.test(letter) ? unsupported(`"\\${letter}"`) : letter;
  }

  #set(): Expression {
    const negated = this.#reader.take("^");
    const items: SetItem[] = [];
    do {
      if (this.#reader.isAtEnd)
        throw new ExpressionError("missing terminating ] for character class");
      items.push(...this.#items());
    } while (this.#reader.peek() !== "]");
    this.#reader.next();
    return { kind: "set", negated, items };
  }

  #items(): readonly SetItem[] {
    const reader = this.#reader;
    const posix = reader.match(/^\[:(\w+):\]/)?.[1];
    if (posix !== undefined) return [this.#posixClass(posix)];
    const letter = reader.peek() === "\\" ? reader.peek(1) : "";
    const outside = OUTSIDE[letter];
    const inside = SETS[letter];
    if (outside !== undefined || inside !== undefined) {
      reader.take(`\\${letter}`);
      return outside ?? (inside === undefined ? [] : [inside]);
    }
    return [this.#range()];
  }

  #posixClass(name: string): ClassName {
    const isKnown = (word: string): word is ClassName => Object.hasOwn(CLASSES, word);
    if (!isKnown(name)) throw new ExpressionError("unknown POSIX class name");
    return name;
  }

  #range(): SetItem {
    const from = this.#setCharacter();
    const isRange = this.#reader.peek() === "-" && !["]", ""].includes(this.#reader.peek(1));
    if (!isRange) return [from, from];
    this.#reader.next();
    const to = this.#setCharacter();
    if (to < from) throw new ExpressionError("range out of order in character class");
    return [from, to];
  }

  #setCharacter(): number {
    if (this.#reader.take("\\")) {
      const character = this.#reader.take("b") ? "\b" : this.#escaped();
      return character.codePointAt(0) ?? 0;
    }
    return this.#reader.next().codePointAt(0) ?? 0;
  }
}

export const parsePerl = (pattern: string): Expression => new PerlParser(pattern).parse();
