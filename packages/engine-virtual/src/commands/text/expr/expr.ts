import type { Command, Invocation, Running } from "../../command.ts";
import { complain } from "../../define-command.ts";
import { isLocaleC } from "../../locale.ts";
import { CommandError } from "../../options.ts";
import { asBytes } from "../../../shell/text.ts";
import { localeQuoted } from "../../quote.ts";
import { isNull, LEVELS, NAMED } from "./evaluate.ts";

const DEEPEST = 500;
const WRONG = 2;

const syntaxError = (words: string): CommandError =>
  new CommandError(`syntax error: ${words}`, WRONG);

/** Reads and evaluates the words of one call. */
class Evaluation {
  readonly #words: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  run(): string {
    const value = this.#level(0);
    const rest = this.#words[this.#at];
    if (rest !== undefined) throw syntaxError(`unexpected argument ${localeQuoted(rest)}`);
    return value;
  }

  #next(): string {
    const word = this.#words[this.#at];
    if (word === undefined) {
      const before = this.#words[this.#at - 1] ?? "";
      throw syntaxError(`missing argument after ${localeQuoted(before)}`);
    }
    this.#at += 1;
    return word;
  }

  #level(level: number): string {
    const operations = LEVELS[level];
    if (operations === undefined) return this.#named();
    let value = this.#level(level + 1);
    for (;;) {
      const operation = operations[this.#words[this.#at] ?? ""];
      if (operation === undefined) return value;
      this.#at += 1;
      value = operation(value, this.#level(level + 1));
    }
  }

  #named(): string {
    const word = this.#words[this.#at] ?? "";
    const named = Object.hasOwn(NAMED, word) ? NAMED[word] : undefined;
    if (word === "+") {
      this.#at += 1;
      return this.#next();
    }
    if (named === undefined) return this.#primary();
    this.#at += 1;
    const operands = Array.from({ length: named.count }, () => this.#inside(() => this.#named()));
    return named.work(operands);
  }

  #primary(): string {
    const word = this.#next();
    if (word === ")") throw syntaxError("unexpected ')'");
    if (word !== "(") return word;
    const value = this.#inside(() => this.#level(0));
    const end = this.#words[this.#at];
    if (end === undefined) {
      throw syntaxError(`expecting ')' after ${localeQuoted(this.#words[this.#at - 1] ?? "")}`);
    }
    if (end !== ")") throw syntaxError(`expecting ')' instead of ${localeQuoted(end)}`);
    this.#at += 1;
    return value;
  }

  #inside(work: () => string): string {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw syntaxError("too many parentheses");
    const value = work();
    this.#depth -= 1;
    return value;
  }
}

const USAGE = "EXPRESSION";
const DESCRIPTION = "Print the value of EXPRESSION to standard output";

function evaluated(invocation: Invocation): number {
  const words = invocation.args[0] === "--" ? invocation.args.slice(1) : invocation.args;
  if (words.length === 0) {
    complain(invocation, "missing operand");
    invocation.stderr.write("Try 'expr --help' for more information.\n");
    return WRONG;
  }
  const isBytes = isLocaleC(invocation.env);
  const value = new Evaluation(isBytes ? words.map(asBytes) : words).run();
  invocation.stdout.write(`${value}\n`);
  return isNull(value) ? 1 : 0;
}

/** Expr has no options as other commands do: its words are an expression. */
export const expr: Command = {
  name: "expr",
  description: DESCRIPTION,
  usage: USAGE,
  *run(invocation: Invocation): Running<number> {
    if (invocation.args.length === 1 && invocation.args[0] === "--help") {
      invocation.stdout.write(`Usage: expr ${USAGE}\n${DESCRIPTION}\n`);
      return 0;
    }
    yield;
    try {
      return evaluated(invocation);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      complain(invocation, error.message);
      return error.status ?? WRONG;
    }
  },
};
