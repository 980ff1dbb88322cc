import { withoutEscapes } from "./escapes.ts";
import type { Parsing } from "./parse-address.ts";
import { parseAddress } from "./parse-address.ts";
import { parseSubstitution, parseTranslation } from "./parse-substitution.ts";
import { readPath } from "./read-path.ts";
import type { Address, Script, SedCommand } from "./script.ts";
import { CommandError } from "../../options.ts";

type Details = Partial<Pick<SedCommand, "text" | "number" | "substitution" | "translation">>;

interface Addressed {
  readonly first: Address | undefined;
  readonly second: Address | undefined;
  readonly negated: boolean;
}

/** Commands that only one line can be meant by. */
const ONE_ADDRESS = "qQ";

const each = <Value>(letters: string, value: Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(Array.from(letters, (letter) => [letter, value]));

/** Reads a script to its end. */
export class ScriptParser {
  readonly #parsing: Parsing;
  readonly #isSandboxed: boolean;
  readonly #commands: SedCommand[] = [];
  readonly #targets: (number | undefined)[] = [];
  readonly #open: number[] = [];
  /** What is read behind each letter. */
  readonly #readers: Readonly<Record<string, (letter: string) => Details>> = {
    ...each("dDgGhHnNpPxz=F", () => this.#ended({})),
    ...each("aic", () => ({ text: this.#text() })),
    ...each(":btT", (letter) => ({ text: this.#label(letter) })),
    ...each("rRwW", () => this.#path()),
    ...each("qQl", () => this.#number()),
    "{": () => this.#enter(),
    "}": () => this.#close(),
    e: () => this.#execution(),
    s: () => this.#substitution(),
    v: () => this.#version(),
    y: () => this.#ended({ translation: parseTranslation(this.#parsing) }),
  };

  constructor(parsing: Parsing, isSandboxed: boolean) {
    this.#parsing = parsing;
    this.#isSandboxed = isSandboxed;
  }

  parse(): Script {
    const { reader } = this.#parsing;
    const isQuiet = reader.startsWith("#n") && (reader.peek(2) === "\n" || reader.peek(2) === "");
    while (this.#skipToCommand()) this.#command();
    if (this.#open.length > 0) throw reader.failureAtStart("unmatched `{'");
    this.#connectLabels();
    return { commands: this.#commands, targets: this.#targets, isQuiet };
  }

  /** Past blanks, empty commands and comments; whether a command stands there. */
  #skipToCommand(): boolean {
    const { reader } = this.#parsing;
    reader.takeWhile(/[\s;]/);
    while (reader.peek() === "#") {
      reader.restOfLine();
      reader.takeWhile(/[\s;]/);
    }
    return !reader.isAtEnd;
  }

  #command(): void {
    const { reader } = this.#parsing;
    const addressed = this.#addresses();
    if (reader.isAtEnd) throw reader.failure("missing command");
    const letter = reader.next();
    this.#checkAddresses(letter, addressed);
    const details = this.#details(letter);
    const { first, second } = addressed;
    const looksAhead = /^[nN]$/.test(letter) || first?.kind === "last" || second?.kind === "last";
    this.#commands.push({
      ...{ letter, looksAhead, text: "", number: undefined },
      ...{ substitution: undefined, translation: undefined, ...addressed, ...details },
    });
    this.#targets.push(undefined);
  }

  #addresses(): Addressed {
    const { reader } = this.#parsing;
    const first = parseAddress(this.#parsing);
    if (first?.kind === "plus" || first?.kind === "multiple") {
      throw reader.failure("invalid usage of +N or ~N as first address");
    }
    reader.skipBlanks();
    const second = first !== undefined && reader.peek() === "," ? this.#second() : undefined;
    this.#checkZero(first, second);
    return { first, second, negated: this.#negation() };
  }

  /** Line 0 is where a range begins whose end may be on line 1. */
  #checkZero(first: Address | undefined, second: Address | undefined): void {
    const isZero = first?.kind === "line" && first.line === 0;
    if (!isZero || second?.kind === "expression") return;
    this.#parsing.reader.next();
    throw this.#parsing.reader.failure("invalid usage of line address 0");
  }

  #second(): Address {
    const { reader } = this.#parsing;
    reader.next();
    reader.skipBlanks();
    const second = parseAddress(this.#parsing);
    if (second === undefined) throw reader.failure("unexpected `,'");
    reader.skipBlanks();
    return second;
  }

  #negation(): boolean {
    const { reader } = this.#parsing;
    if (reader.peek() !== "!") return false;
    reader.next();
    reader.skipBlanks();
    if (reader.peek() === "!") {
      reader.next();
      throw reader.failure("multiple `!'s");
    }
    return true;
  }

  #checkAddresses(letter: string, { first, second }: Addressed): void {
    const { reader } = this.#parsing;
    if (first === undefined) return;
    if (letter === ":") throw reader.failure(": doesn't want any addresses");
    if (letter === "#") throw reader.failure("comments don't accept any addresses");
    if (letter === "}" && this.#open.length > 0)
      throw reader.failure("} doesn't want any addresses");
    if (second !== undefined && ONE_ADDRESS.includes(letter)) {
      throw reader.failure("command only uses one address");
    }
  }

  #details(letter: string): Details {
    const read = this.#readers[letter];
    if (read === undefined) throw this.#parsing.reader.failure(`unknown command: \`${letter}'`);
    return read(letter);
  }

  #enter(): Details {
    this.#open.push(this.#commands.length);
    return {};
  }

  #path(): Details {
    this.#refuseFiles();
    return { text: readPath(this.#parsing.reader) };
  }

  #number(): Details {
    this.#parsing.reader.skipBlanks();
    return this.#ended({ number: this.#parsing.reader.number() });
  }

  #version(): Details {
    this.#parsing.reader.takeWhile(/[^;\n]/);
    return {};
  }

  #execution(): Details {
    this.#refuseFiles();
    throw this.#parsing.reader.failure("the `e' command is not supported");
  }

  #refuseFiles(): void {
    if (this.#isSandboxed)
      throw this.#parsing.reader.failure("e/r/w commands disabled in sandbox mode");
  }

  #substitution(): Details {
    const substitution = parseSubstitution(this.#parsing);
    if (substitution.path !== undefined) {
      this.#refuseFiles();
      return { substitution };
    }
    return this.#ended({ substitution });
  }

  /** Behind a command come blanks and its end, or it goes on with what is no part of it. */
  #ended(details: Details): Details {
    const { reader } = this.#parsing;
    reader.skipBlanks();
    if (reader.isAtEnd || /[;\n}#]/.test(reader.peek())) return details;
    reader.next();
    throw reader.failure("extra characters after command");
  }

  #close(): Details {
    const { reader } = this.#parsing;
    const open = this.#open.pop();
    if (open === undefined) throw reader.failure("unexpected `}'");
    this.#targets[open] = this.#commands.length;
    return this.#ended({});
  }

  #label(letter: string): string {
    const { reader } = this.#parsing;
    reader.skipBlanks();
    const label = reader.takeWhile(/[^\s;}]/);
    if (letter === ":" && label === "") throw reader.failure('":" lacks a label');
    return label;
  }

  /** The text of `a`, `i` and `c`, on lines of its own or on the command's. */
  #text(): string {
    const { reader } = this.#parsing;
    reader.skipBlanks();
    if (reader.isAtEnd) throw reader.failure("expected \\ after `a', `c' or `i'");
    if (reader.peek() === "\\") {
      reader.next();
      const { at } = reader;
      reader.skipBlanks();
      if (reader.peek() === "\n") reader.next();
      else reader.at = at;
    }
    let text = "";
    while (reader.peek() !== "" && reader.peek() !== "\n") {
      const character = reader.next();
      text += character === "\\" ? `\\${reader.next()}` : character;
    }
    reader.next();
    return text === "" ? "" : `${withoutEscapes(text, (pair) => pair.slice(1))}\n`;
  }

  #connectLabels(): void {
    const labels = new Map<string, number>();
    this.#commands.forEach(({ letter, text }, index) => {
      if (letter === ":") labels.set(text, index);
    });
    this.#commands.forEach(({ letter, text }, index) => {
      if (!"btT".includes(letter)) return;
      const target = text === "" ? this.#commands.length : labels.get(text);
      if (target === undefined) {
        throw new CommandError(`can't find label for jump to \`${text}'`, 4);
      }
      this.#targets[index] = target;
    });
  }
}
