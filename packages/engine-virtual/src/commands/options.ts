/**
 * The options of a command, each by its spellings: `"-a --all"`, with a value `"-n --lines=NUM"`, with an
 * optional one `"-i[=SUFFIX]"`, and `"-NUM"` for digits as in `head -5`.
 */
export type OptionTable<Key extends string = string> = Readonly<Record<Key, string>>;

interface Spelling {
  readonly key: string;
  readonly value: "none" | "required" | "optional";
}

export interface Given {
  readonly key: string;
  /** As it was written: `-n` or `--lines`. */
  readonly as: string;
  readonly value: string | undefined;
}

/** What getopt refuses, in its own words. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Its own status, where it is not the command's. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** What makes a command give up, in its own words. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** Its own status, where it is not the one of wrong usage. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The options of one call, in their order, and the words that are none. */
export class Options<Key extends string> {
  readonly given: readonly Given[];
  readonly operands: readonly string[];

  constructor(given: readonly Given[], operands: readonly string[]) {
    this.given = given;
    this.operands = operands;
  }

  has(...keys: readonly Key[]): boolean {
    return keys.some((asked) => this.given.some(({ key }) => key === asked));
  }

  /** Which of several options that undo each other came last. */
  last<Asked extends Key>(...keys: readonly Asked[]): Asked | undefined {
    const last = this.given.findLast(({ key }) => keys.some((asked) => asked === key));
    return keys.find((asked) => asked === last?.key);
  }

  /** The last value of an option. */
  value(key: Key): string | undefined {
    return this.given.findLast((given) => given.key === key)?.value;
  }

  values(key: Key): readonly string[] {
    return this.given.filter((given) => given.key === key).map(({ value = "" }) => value);
  }
}

type Spellings = ReadonlyMap<string, Spelling>;

/** An optional value is behind those spellings alone that show it: `-p` of `-p --preserve[=LIST]` has none. */
function valueOf(spelling: string, text: string): Spelling["value"] {
  if (text.includes("[=")) return spelling.includes("[=") ? "optional" : "none";
  return text.includes("=") ? "required" : "none";
}

function spellingsOf(table: OptionTable): Spellings {
  const all = new Map<string, Spelling>();
  for (const [key, text] of Object.entries(table)) {
    for (const spelling of text.split(" ")) {
      all.set(spelling.replace(/\[?=.*/, ""), { key, value: valueOf(spelling, text) });
    }
  }
  return all;
}

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(" ");

/** The whole name of a long option, which may be cut short where that is clear. */
function wholeName(name: string, spellings: Spellings): string {
  if (spellings.has(name)) return name;
  const meant = [...spellings.keys()].filter((other) => other.startsWith(name));
  const keys = new Set(meant.map((other) => spellings.get(other)?.key));
  const [first] = meant;
  if (first === undefined) throw new UsageError(`unrecognized option '${name}'`);
  if (keys.size === 1) return first;
  throw new UsageError(`option '${name}' is ambiguous; possibilities: ${quoted(meant)}`);
}

/** Looks at an option as soon as it is read, before what comes behind it, and gives what it is taken for. */
export type CheckGiven = (given: Given) => Given;

/** Reads the words of one call. */
class Reading {
  readonly #spellings: Spellings;
  readonly #words: string[];
  readonly #check: CheckGiven | undefined;
  readonly given: Given[] = [];
  readonly operands: string[] = [];

  constructor(spellings: Spellings, args: readonly string[], check: CheckGiven | undefined) {
    this.#spellings = spellings;
    this.#words = args.toReversed();
    this.#check = check;
  }

  #add(given: Given): void {
    this.given.push(this.#check?.(given) ?? given);
  }

  /** With `stops`, all is an operand from the first one on, as POSIXLY_CORRECT has it. */
  toItsEnd(stops: boolean): this {
    for (let word = this.#words.pop(); word !== undefined; word = this.#words.pop()) {
      const isEnd = stops && this.operands.length > 0;
      if (isEnd) this.operands.push(word);
      else if (word === "--") this.operands.push(...this.#words.splice(0).reverse());
      else if (word.startsWith("--")) this.#long(word);
      else if (word.length > 1 && word.startsWith("-")) this.#bundle(word);
      else this.operands.push(word);
    }
    return this;
  }

  #long(word: string): void {
    const end = word.indexOf("=");
    const as = wholeName(end === -1 ? word : word.slice(0, end), this.#spellings);
    const { key, value: takes } = this.#spellings.get(as) ?? { key: as, value: "none" };
    let value = end === -1 ? undefined : word.slice(end + 1);
    if (value !== undefined && takes === "none") {
      throw new UsageError(`option '${as}' doesn't allow an argument`);
    }
    if (value === undefined && takes === "required") {
      value = this.#words.pop();
      if (value === undefined) throw new UsageError(`option '${as}' requires an argument`);
    }
    this.#add({ key, as, value });
  }

  #bundle(word: string): void {
    let rest = word.slice(1);
    while (rest !== "") {
      const digits = /^\d+/.exec(rest)?.[0];
      if (digits !== undefined && this.#spellings.has("-NUM")) {
        this.#add({ key: this.#keyOf("-NUM"), as: "-NUM", value: digits });
        rest = rest.slice(digits.length);
      } else {
        rest = this.#short(rest);
      }
    }
  }

  #keyOf(spelling: string): string {
    return this.#spellings.get(spelling)?.key ?? spelling;
  }

  /** Takes one letter with its value off a bundle, and gives what is left. */
  #short(bundle: string): string {
    const letter = String.fromCodePoint(bundle.codePointAt(0) ?? 0);
    const as = `-${letter}`;
    const spelling = this.#spellings.get(as);
    if (spelling === undefined) throw new UsageError(`invalid option -- '${letter}'`);
    const rest = bundle.slice(letter.length);
    if (spelling.value === "none") {
      this.#add({ key: spelling.key, as, value: undefined });
      return rest;
    }
    if (spelling.value === "optional") {
      this.#add({ key: spelling.key, as, value: rest === "" ? undefined : rest });
      return "";
    }
    const value = rest === "" ? this.#words.pop() : rest;
    if (value === undefined) throw new UsageError(`option requires an argument -- '${letter}'`);
    this.#add({ key: spelling.key, as, value });
    return "";
  }
}

const known = new WeakMap<OptionTable, Spellings>();

function spellings(table: OptionTable): Spellings {
  const found = known.get(table) ?? spellingsOf(table);
  known.set(table, found);
  return found;
}

export interface ReadingRules {
  /** Whether all is an operand from the first one on. */
  readonly stopsAtOperand?: boolean | undefined;
  readonly check?: CheckGiven | undefined;
}

/** Reads options as GNU's getopt_long does: bundles, cut names, values behind or after, `--`. */
export function readOptions<Key extends string>(
  table: OptionTable<Key>,
  args: readonly string[],
  { check, stopsAtOperand = false }: ReadingRules = {},
): Options<Key> {
  const reading = new Reading(spellings(table), args, check).toItsEnd(stopsAtOperand);
  return new Options(reading.given, reading.operands);
}
