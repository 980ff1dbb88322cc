import type { Exec, FindActions } from "./find-actions.ts";
import { FindError } from "./find-error.ts";
import type { Test } from "./find-expression.ts";
import type { Holds, TestMaker } from "./find-tests.ts";
import { localeQuoted } from "./quote.ts";
import { regexTypeNamed, TESTS_ALONE, TESTS_OF_ONE } from "./find-tests.ts";

/** How a whole walk is made; these options hold wherever they stand. */
export interface WalkOptions {
  minDepth: number;
  maxDepth: number;
  depthFirst: boolean;
}

const test = (holds: Holds): Test => ({ kind: "test", holds });

/** There is one file system, which tells no lies; what is followed is known when this is read. */
const WITHOUT_EFFECT = new Set(["-mount", "-xdev", "-noleaf", "-nowarn", "-warn", "-follow"]);

const OPERATORS = new Set(["-a", "-and", "-o", "-or", ",", ")"]);

/** Reads an expression; its actions are made as they come. */
export class FindParser {
  readonly #words: string[];
  readonly #maker: TestMaker;
  readonly #actions: FindActions;
  readonly walk: WalkOptions = { minDepth: 0, maxDepth: Infinity, depthFirst: false };
  /** Whether anything is done but printing each file that the expression holds for. */
  #acts = false;
  /** The primaries that have been read. */
  readonly #seen = new Set<string>();

  constructor(words: readonly string[], maker: TestMaker, actions: FindActions) {
    this.#words = words.toReversed();
    this.#maker = maker;
    this.#actions = actions;
  }

  parse(): Test {
    const print = this.#actions.print("\n");
    if (this.#words.length === 0) return print;
    const whole = this.#list();
    const left = this.#words.at(-1);
    if (left === ")") throw new FindError("you have too many ')'");
    this.#refuseVainPrune();
    return this.#acts ? whole : { kind: "and", left: whole, right: print };
  }

  /** Who takes away from below can leave nothing out: asked for both, find wants to be told so. */
  #refuseVainPrune(): void {
    if (!this.#seen.has("-delete") || !this.#seen.has("-prune")) return;
    if (this.#seen.has("-depth") || this.#seen.has("-d")) return;
    throw new FindError(
      "The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect." +
        "  If you want to carry on anyway, just explicitly use the -depth option.",
    );
  }

  #take(...words: readonly string[]): boolean {
    const next = this.#words.at(-1);
    if (next === undefined || !words.includes(next)) return false;
    this.#words.pop();
    return true;
  }

  #list(): Test {
    let left = this.#or();
    while (this.#take(",")) left = { kind: "list", left, right: this.#or() };
    return left;
  }

  #or(): Test {
    let left = this.#and();
    while (this.#take("-o", "-or")) left = { kind: "or", left, right: this.#and() };
    return left;
  }

  #and(): Test {
    let left = this.#not();
    for (;;) {
      const isExplicit = this.#take("-a", "-and");
      const next = this.#words.at(-1);
      if (!isExplicit && (next === undefined || OPERATORS.has(next))) return left;
      left = { kind: "and", left, right: this.#not() };
    }
  }

  #not(): Test {
    const word = this.#words.at(-1) ?? "";
    if (this.#take("!", "-not")) {
      if (this.#words.length === 0) throw new FindError(`expected an expression after '${word}'`);
      return { kind: "not", inner: this.#not() };
    }
    if (!this.#take("(")) return this.#primary();
    if (this.#words.length === 0) {
      throw new FindError(
        "invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('",
      );
    }
    if (this.#words.at(-1) === ")") {
      throw new FindError("invalid expression; empty parentheses are not allowed.");
    }
    const inner = this.#list();
    if (!this.#take(")")) {
      throw new FindError(
        "invalid expression; I was expecting to find a ')' somewhere but did not see one.",
      );
    }
    return inner;
  }

  #primary(): Test {
    const word = this.#words.pop();
    if (word === undefined) throw new FindError("expected an expression after the last operator");
    if (OPERATORS.has(word)) {
      throw new FindError(
        `invalid expression; you have used a binary operator '${word}' with nothing before it.`,
      );
    }
    this.#seen.add(word);
    const ofOne = TESTS_OF_ONE[word];
    if (ofOne !== undefined) return test(ofOne(this.#argument(word), this.#maker));
    const alone = TESTS_ALONE[word];
    if (alone !== undefined) return test(alone(this.#maker));
    return this.#action(word) ?? this.#option(word);
  }

  #argument(name: string): string {
    const word = this.#words.pop();
    if (word === undefined) throw new FindError(`missing argument to \`${name}'`);
    return word;
  }

  #action(word: string): Test | undefined {
    const action = this.#newAction(word);
    if (action !== undefined) this.#acts = true;
    return action;
  }

  #newAction(word: string): Test | undefined {
    switch (word) {
      case "-delete":
        this.walk.depthFirst = true;
        return this.#actions.remove();
      case "-exec":
      case "-execdir":
        return this.#actions.exec(this.#exec(word), word === "-execdir");
      case "-ok":
      case "-okdir":
        return this.#actions.ok(this.#exec(word), word === "-okdir");
      case "-quit":
        return this.#actions.quit();
      default:
        return this.#newPrint(word);
    }
  }

  #newPrint(word: string): Test | undefined {
    switch (word) {
      case "-print":
        return this.#actions.print("\n");
      case "-print0":
        return this.#actions.print("\0");
      case "-printf":
        return this.#actions.printFormat(this.#argument(word));
      case "-ls":
        return this.#actions.list();
      case "-fprint":
        return this.#actions.print("\n", this.#argument(word));
      case "-fprint0":
        return this.#actions.print("\0", this.#argument(word));
      case "-fprintf": {
        const file = this.#argument(word);
        return this.#actions.printFormat(this.#argument(word), file);
      }
      default:
        return undefined;
    }
  }

  /** The words up to `;`, or up to `{} +`. */
  #exec(name: string): Exec {
    const words: string[] = [];
    for (;;) {
      const word = this.#argument(name);
      if (word === ";") return { words, many: false };
      if (word === "+" && words.at(-1) === "{}") return { words, many: true };
      words.push(word);
    }
  }

  #option(word: string): Test {
    switch (word) {
      case "-maxdepth":
        this.walk.maxDepth = this.#depth(word);
        break;
      case "-mindepth":
        this.walk.minDepth = this.#depth(word);
        break;
      case "-regextype":
        this.#maker.regexType = regexTypeNamed(this.#argument(word));
        break;
      case "-depth":
      case "-d":
        this.walk.depthFirst = true;
        break;
      default:
        if (!WITHOUT_EFFECT.has(word)) this.#refuse(word);
    }
    return test(() => true);
  }

  #refuse(word: string): never {
    if (word.startsWith("-")) throw new FindError(`unknown predicate \`${word}'`);
    throw new FindError(`paths must precede expression: \`${word}'`);
  }

  #depth(name: string): number {
    const text = this.#argument(name);
    if (/^\d+$/.test(text)) return Number(text);
    throw new FindError(
      `Expected a positive decimal integer argument to ${name}, but got ${localeQuoted(text)}`,
    );
  }
}
