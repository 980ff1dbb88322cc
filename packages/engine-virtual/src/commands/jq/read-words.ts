import type { Json } from "./json.ts";
import { JsonSyntaxError } from "./json-reader.ts";
import { parseJson } from "./parsed-json.ts";
import { validText } from "./valid-text.ts";

/** Wrong use of the command. */
export class JqUsageError extends Error {
  override readonly name = "JqUsageError";
}

/** `-L` without its word: that is said without the name of the command. */
export class NoDirectoryError extends JqUsageError {
  constructor() {
    super("-L takes a parameter: (e.g. -L /search/path or -L/search/path)");
  }
}

/** A variable that a file is read for. */
export interface FileVariable {
  readonly name: string;
  readonly path: string;
  /** Its text, its values, or its value where it holds but one. */
  readonly as: "text" | "values" | "value";
}

/** What a call wants. */
export interface Words {
  readonly flags: ReadonlySet<Flag>;
  /** What a level is indented by; nothing is all in one line. */
  readonly indent: string;
  readonly named: ReadonlyMap<string, Json>;
  readonly files: readonly FileVariable[];
  readonly positional: readonly Json[];
  readonly operands: readonly string[];
  /** Where modules are searched for, where the call says. */
  readonly directories: readonly string[] | undefined;
}

const LETTERS = {
  a: "ascii",
  c: "compact",
  C: "color",
  e: "exit-status",
  f: "from-file",
  h: "help",
  j: "join",
  M: "monochrome",
  n: "null-input",
  r: "raw-output",
  R: "raw-input",
  s: "slurp",
  S: "sort-keys",
  V: "version",
} as const;

const LONG = {
  "--ascii-output": "ascii",
  "--compact-output": "compact",
  "--color-output": "color",
  "--exit-status": "exit-status",
  "--from-file": "from-file",
  "--help": "help",
  "--join-output": "join",
  "--monochrome-output": "monochrome",
  "--null-input": "null-input",
  "--raw-output": "raw-output",
  "--raw-input": "raw-input",
  "--raw-output0": "raw-output0",
  "--slurp": "slurp",
  "--sort-keys": "sort-keys",
  "--tab": "tab",
  "--stream": "stream",
  "--unbuffered": "unbuffered",
  "--version": "version",
  "--seq": "seq",
} as const;

export type Flag = (typeof LETTERS)[keyof typeof LETTERS] | (typeof LONG)[keyof typeof LONG];

const BY_LETTER: ReadonlyMap<string, Flag> = new Map(Object.entries(LETTERS));
const BY_NAME: ReadonlyMap<string, Flag> = new Map(Object.entries(LONG));

/** Options that take two words more. */
const PAIRS = new Set(["--arg", "--argjson", "--argfile", "--slurpfile", "--rawfile"]);

const FILE_FORMS: Readonly<Partial<Record<string, FileVariable["as"]>>> = {
  "--argfile": "value",
  "--rawfile": "text",
};

/** What is known, but not done here. */
const REFUSED = new Set(["--stream-errors"]);

type Rest = "operands" | "texts" | "values";

class Reading {
  readonly flags = new Set<Flag>();
  indent = "  ";
  readonly named = new Map<string, Json>();
  readonly files: FileVariable[] = [];
  readonly positional: Json[] = [];
  readonly operands: string[] = [];
  directories: string[] | undefined;
  readonly #words: string[];
  #rest: Rest = "operands";

  constructor(args: readonly string[]) {
    this.#words = args.toReversed();
  }

  toItsEnd(): Words {
    for (let word = this.#words.pop(); word !== undefined; word = this.#words.pop()) {
      if (word === "--") {
        for (const operand of this.#words.splice(0).reverse()) this.#operand(operand);
      } else if (/^-[A-Za-z-]/.test(word)) this.#option(word);
      else this.#operand(word);
    }
    return this;
  }

  #operand(word: string): void {
    if (this.#rest === "operands" || this.operands.length === 0) this.operands.push(word);
    else
      this.positional.push(
        this.#rest === "texts" ? validText(word) : this.#json(word, "--jsonargs"),
      );
  }

  #option(word: string): void {
    if (REFUSED.has(word)) throw new JqUsageError(`${word} is not supported`);
    const flag = BY_NAME.get(word);
    if (flag !== undefined) this.#flag(flag);
    else if (PAIRS.has(word)) this.#pair(word);
    else if (word === "--indent") this.indent = this.#indentation();
    else if (word.startsWith("-L")) this.#directory(word.slice(2));
    else if (word === "--args") this.#rest = "texts";
    else if (word === "--jsonargs") this.#rest = "values";
    else this.#letters(word);
  }

  #directory(attached: string): void {
    const path = attached === "" ? this.#words.pop() : attached;
    if (path === undefined) throw new NoDirectoryError();
    this.directories = [...(this.directories ?? []), path];
  }

  #letters(word: string): void {
    const flags = Array.from(word.slice(1), (letter) => BY_LETTER.get(letter));
    const isKnown = !word.startsWith("--") && flags.every((flag) => flag !== undefined);
    if (!isKnown) throw new JqUsageError(`Unknown option ${word}`);
    for (const flag of flags) this.#flag(flag);
  }

  /** Of those that say how lines are indented, the last one counts. */
  #flag(flag: Flag): void {
    this.flags.add(flag);
    if (flag === "compact") this.indent = "";
    if (flag === "tab") this.indent = "\t";
  }

  #indentation(): string {
    const word = this.#words.pop();
    const indent = Number.parseInt(word ?? "", 10) || 0;
    if (word === undefined) throw new JqUsageError("--indent takes one parameter");
    if (indent < -1 || indent > 7) {
      throw new JqUsageError("--indent takes a number between -1 and 7");
    }
    if (indent === -1) return "\t";
    return " ".repeat(indent);
  }

  #pair(option: string): void {
    const [name, value] = [this.#words.pop(), this.#words.pop()];
    if (name === undefined || value === undefined) {
      const example = option === "--arg" || option === "--argjson" ? "value" : "filename";
      const named = `${option} varname ${example}`;
      throw new JqUsageError(`${option} takes two parameters (e.g. ${named})`);
    }
    if (option === "--arg") this.#name(name, validText(value));
    else if (option === "--argjson") this.#name(name, this.#json(value, option));
    else this.files.push({ name, path: value, as: FILE_FORMS[option] ?? "values" });
  }

  #name(name: string, value: Json): void {
    if (!this.named.has(name)) this.named.set(name, value);
  }

  #json(text: string, option: string): Json {
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      throw new JqUsageError(`invalid JSON text passed to ${option}`);
    }
  }
}

export const readWords = (args: readonly string[]): Words => new Reading(args).toItsEnd();
