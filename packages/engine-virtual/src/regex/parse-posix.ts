import { readBracket } from "./bracket.ts";
import { PatternReader } from "./reader.ts";
import type { Expression, Place } from "./syntax.ts";
import { choice, classSet, checkSourceLength, ExpressionError, sequence } from "./syntax.ts";

const BAD_COUNT = "Invalid content of \\{\\}";
const MOST_REPEATS = 32_767;

const PLACES: Readonly<Record<string, Place>> = {
  b: "boundary",
  B: "no-boundary",
  "<": "word-start",
  ">": "word-end",
  "`": "text-start",
  "'": "text-end",
};

const SETS: Readonly<Record<string, Expression>> = {
  w: classSet("word"),
  W: classSet("word", true),
  s: classSet("space"),
  S: classSet("space", true),
};

/** How one of the two dialects writes what has two spellings. */
interface Dialect {
  readonly open: string;
  readonly close: string;
  readonly or: string;
  readonly plus: string;
  readonly question: string;
  readonly openCount: string;
  readonly closeCount: string;
}

const BASIC: Dialect = {
  open: "\\(",
  close: "\\)",
  or: "\\|",
  plus: "\\+",
  question: "\\?",
  openCount: "\\{",
  closeCount: "\\}",
};

const EXTENDED: Dialect = {
  open: "(",
  close: ")",
  or: "|",
  plus: "+",
  question: "?",
  openCount: "{",
  closeCount: "}",
};

class PosixParser {
  readonly #reader: PatternReader;
  readonly #dialect: Dialect;
  /** The groups of the expressions in front of this one. */
  readonly #before: number;
  #closed = 0;
  #depth = 0;

  constructor(pattern: string, dialect: Dialect, groupsBefore: number) {
    checkSourceLength(pattern);
    this.#reader = new PatternReader(pattern);
    this.#dialect = dialect;
    this.#before = groupsBefore;
  }

  parse(): Expression {
    const whole = this.#choice();
    if (!this.#reader.isAtEnd) throw new ExpressionError("Unmatched ) or \\)");
    return whole;
  }

  get #isBasic(): boolean {
    return this.#dialect === BASIC;
  }

  #choice(): Expression {
    const parts = [this.#sequence()];
    while (this.#reader.take(this.#dialect.or)) parts.push(this.#sequence());
    return choice(parts);
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (!this.#isBasic && this.#count() !== undefined);
    while (!this.#isAtSequenceEnd()) {
      const part = this.#repeated(this.#atom(parts), parts);
      parts.push(part);
    }
    return sequence(parts);
  }

  #isAtSequenceEnd(): boolean {
    const { or, close } = this.#dialect;
    // Without an open one, the parenthesis of an extended expression stands for itself.
    const closes = this.#reader.startsWith(close) && (this.#isBasic || this.#depth > 0);
    return this.#reader.isAtEnd || this.#reader.startsWith(or) || closes;
  }

  #atom(before: readonly Expression[]): Expression {
    const reader = this.#reader;
    if (reader.take(this.#dialect.open)) return this.#group();
    const place = this.#place(before);
    const character = reader.next();
    if (place !== undefined) return place;
    if (character === ".") return { kind: "any" };
    if (character === "[") return readBracket(reader);
    if (character === "\\") return this.#escape();
    return { kind: "character", character };
  }

  /** `^` and `$` where they stand for the ends of a line. */
  #place(before: readonly Expression[]): Expression | undefined {
    const character = this.#reader.peek();
    const isStart = character === "^" && (!this.#isBasic || before.length === 0);
    if (isStart) return { kind: "place", place: "start" };
    const isEnd = character === "$" && (!this.#isBasic || this.#isLast());
    return isEnd ? { kind: "place", place: "end" } : undefined;
  }

  /** Whether a basic expression ends behind the next character, so that its `$` is the end. */
  #isLast(): boolean {
    const rest = this.#reader.peek(1) + this.#reader.peek(2);
    return rest === "" || rest === BASIC.close || rest === BASIC.or;
  }

  #group(): Expression {
    this.#depth += 1;
    if (this.#depth > 200) throw new ExpressionError("Regular expression too big");
    const inner = this.#choice();
    if (!this.#reader.take(this.#dialect.close)) throw new ExpressionError("Unmatched ( or \\(");
    this.#depth -= 1;
    this.#closed += 1;
    return { kind: "group", captures: true, inner };
  }

  #escape(): Expression {
    const character = this.#reader.next();
    if (character === "") throw new ExpressionError("Trailing backslash");
    const place = PLACES[character];
    if (place !== undefined) return { kind: "place", place };
    if (/^[1-9]$/.test(character)) {
      const group = Number(character);
      if (group > this.#closed) throw new ExpressionError("Invalid back reference");
      return { kind: "back", group: group + this.#before };
    }
    return SETS[character] ?? { kind: "character", character };
  }

  /** Every repetition behind an atom; behind the `^` of a basic expression a star is a star. */
  #repeated(atom: Expression, before: readonly Expression[]): Expression {
    let inner = atom;
    const isStart = atom.kind === "place" && atom.place === "start";
    if (this.#isBasic && isStart && before.length === 0) return inner;
    for (let count = this.#count(); count !== undefined; count = this.#count()) {
      const [least, most] = count;
      inner = { kind: "repeat", inner, least, most, lazy: false };
    }
    return inner;
  }

  #count(): readonly [least: number, most: number] | undefined {
    const reader = this.#reader;
    if (reader.take("*")) return [0, Infinity];
    if (reader.take(this.#dialect.plus)) return [1, Infinity];
    if (reader.take(this.#dialect.question)) return [0, 1];
    return this.#isBasic ? this.#basicCount() : this.#extendedCount();
  }

  #basicCount(): readonly [number, number] | undefined {
    if (!this.#reader.take(BASIC.openCount)) return undefined;
    const inside = this.#reader.takeUntil(BASIC.closeCount);
    if (inside === undefined) throw new ExpressionError("Unmatched \\{");
    return this.#counted(inside);
  }

  #extendedCount(): readonly [number, number] | undefined {
    // What is no count is text: `{` in an extended expression may stand for itself.
    const found = this.#reader.match(/^\{(\d*(?:,\d*)?)\}/);
    return found?.[1] === undefined || found[1] === "" ? undefined : this.#counted(found[1]);
  }

  #counted(text: string): readonly [number, number] {
    const found = /^(\d*)(,?)(\d*)$/.exec(text);
    if (found === null || text === "") throw new ExpressionError(BAD_COUNT);
    const [, least, comma, most] = found;
    const low = Number(least);
    const last = most === "" ? Infinity : Number(most);
    const high = comma === "" ? low : last;
    if (high < low) throw new ExpressionError(BAD_COUNT);
    const largest = high === Infinity ? low : high;
    if (largest > MOST_REPEATS) throw new ExpressionError("Regular expression too big");
    return [low, high];
  }
}

/** A basic regular expression of POSIX, with GNU's additions. */
export const parseBasic = (pattern: string, groupsBefore = 0): Expression =>
  new PosixParser(pattern, BASIC, groupsBefore).parse();

/** An extended regular expression of POSIX, with GNU's additions. */
export const parseExtended = (pattern: string, groupsBefore = 0): Expression =>
  new PosixParser(pattern, EXTENDED, groupsBefore).parse();
