import { ShellFailure } from "../shell-failure.ts";
import { type Token, tokensOf } from "./tokens.ts";

export type Expression =
  | { readonly type: "number"; readonly value: bigint }
  | Place
  | { readonly type: "unary"; readonly operator: string; readonly operand: Expression }
  | {
      readonly type: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
      /** The expression from where bash has read to when it evaluates this, for messages. */
      readonly rest: string;
    }
  | { readonly type: "step"; readonly place: Place; readonly by: bigint; readonly before: boolean }
  | {
      readonly type: "assign";
      readonly place: Place;
      /** Without `=`; empty for a plain one. */
      readonly operator: string;
      readonly value: Expression;
      readonly rest: string;
    }
  | {
      readonly type: "ternary";
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | Failing;

/** Where it is wrong: bash has carried out what stands before that. */
interface Failing {
  readonly type: "failing";
  readonly before?: Expression;
  readonly failure: ShellFailure;
}

export interface Place {
  readonly type: "name";
  readonly name: string;
  readonly index: string | undefined;
}

const known = new Map<string, Expression>();

/** Reads an expression, its expansions done; an empty one is 0. */
export function parseArithmetic(text: string): Expression {
  const found = known.get(text);
  if (found !== undefined) return found;
  const expression = new ArithmeticReader(text).whole();
  if (known.size > 500) known.clear();
  if (text.length < 500) known.set(text, expression);
  return expression;
}

/** From the loosest on. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="]);

const MOST_NESTED = 300;

const OPERAND_EXPECTED = "syntax error: operand expected";

class ArithmeticReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #failure: ShellFailure | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  whole(): Expression {
    if (this.#tokens.length === 0) return { type: "number", value: 0n };
    const before = this.#list();
    if (this.#at < this.#tokens.length) return this.#fail("syntax error in expression", before);
    // What is not evaluated is wrong all the same.
    return this.#failure === undefined
      ? before
      : { type: "failing", before, failure: this.#failure };
  }

  #list(): Expression {
    let left = this.#assignment();
    while (this.#take(",")) {
      const rest = this.#rest();
      left = { type: "binary", operator: ",", left, right: this.#assignment(), rest };
    }
    return left;
  }

  #assignment(): Expression {
    this.#depth += 1;
    if (this.#depth > MOST_NESTED) throw new ShellFailure("expression recursion level exceeded");
    const left = this.#ternary();
    const operator = this.#peek();
    this.#depth -= 1;
    if (operator === undefined || !ASSIGNMENTS.has(operator)) return left;
    if (left.type !== "name") return this.#fail("attempted assignment to non-variable", left);
    this.#at += 1;
    const value = this.#assignment();
    const rest = this.#ahead();
    return { type: "assign", place: left, operator: operator.slice(0, -1), value, rest };
  }

  #ternary(): Expression {
    const test = this.#binary(0);
    if (!this.#take("?")) return test;
    if (this.#isOver() || this.#peek() === ":") return this.#fail("expression expected", test);
    const yes = this.#list();
    const no = this.#take(":")
      ? this.#otherwise()
      : this.#fail("`:' expected for conditional expression");
    // What is not chosen is wrong all the same.
    if (no.type === "failing") return { ...no, before: { type: "ternary", test, yes, no } };
    return { type: "ternary", test, yes, no };
  }

  #otherwise(): Expression {
    return this.#isOver() ? this.#fail("expression expected") : this.#assignment();
  }

  #isOver(): boolean {
    return this.#at >= this.#tokens.length;
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#power();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#peek();
      if (operator === undefined || !operators.includes(operator)) return left;
      this.#at += 1;
      const rest = this.#rest();
      left = { type: "binary", operator, left, right: this.#binary(level + 1), rest };
    }
  }

  #power(): Expression {
    const left = this.#unary();
    if (!this.#take("**")) return left;
    const right = this.#power();
    return { type: "binary", operator: "**", left, right, rest: this.#ahead() };
  }

  #unary(): Expression {
    const operator = this.#peek();
    if (operator === "++" || operator === "--") return this.#stepBefore(operator);
    if (operator === undefined || !"!~+-".includes(operator)) return this.#stepBehind();
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > MOST_NESTED) throw new ShellFailure("expression recursion level exceeded");
    const operand = this.#unary();
    this.#depth -= 1;
    return { type: "unary", operator, operand };
  }

  #stepBefore(operator: string): Expression {
    this.#at += 1;
    const operand = this.#tokens[this.#at]?.type === "name" ? this.#primary() : this.#unary();
    if (operand.type === "name") {
      const by = operator === "++" ? 1n : -1n;
      const step = { type: "step", place: operand, by, before: true } as const;
      const next = this.#peek();
      const isStep = next === "++" || next === "--";
      return isStep
        ? this.#fail(`${next}: assignment requires lvalue`, step)
        : this.#withNext(step);
    }
    // `--5` is twice a minus.
    const sign = operator[0] ?? "+";
    return { type: "unary", operator: sign, operand: { type: "unary", operator: sign, operand } };
  }

  #stepBehind(): Expression {
    const operand = this.#primary();
    const operator = this.#peek();
    if (operand.type !== "name" || (operator !== "++" && operator !== "--"))
      return this.#withNext(operand);
    this.#at += 1;
    const by = operator === "++" ? 1n : -1n;
    return this.#withNext({ type: "step", place: operand, by, before: false });
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.type === "wrong") return this.#fail(OPERAND_EXPECTED);
    if (token.type === "operator" && token.text !== "(") return this.#fail(OPERAND_EXPECTED);
    this.#at += 1;
    // Bash looks at the next token before it does anything with this one.
    if (this.#isWrongAhead()) return this.#fail(OPERAND_EXPECTED);
    if (token.type !== "operator") return token;
    const inside = this.#list();
    if (!this.#take(")")) return this.#fail("missing `)'", inside);
    return inside.type === "name" ? { type: "unary", operator: "+", operand: inside } : inside;
  }

  /** No name may come next; where one does, bash evaluates it before it says so. */
  #withNext(left: Expression): Expression {
    const token = this.#tokens[this.#at];
    const behind = this.#tokens[this.#at + 1];
    if (token?.type !== "name" || (behind?.type === "operator" && behind.text === "=")) return left;
    return { type: "binary", operator: ",", left, right: token, rest: "" };
  }

  /** Of a name, bash looks at what comes behind it; goes there where it is wrong. */
  #isWrongAhead(): boolean {
    let at = this.#at;
    while (this.#tokens[at]?.type === "name") at += 1;
    if (this.#tokens[at]?.type !== "wrong") return false;
    this.#at = at;
    return true;
  }

  #peek(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.type === "operator" ? token.text : undefined;
  }

  #take(operator: string): boolean {
    if (this.#peek() !== operator) return false;
    this.#at += 1;
    return true;
  }

  /** Reads no further; the first failure is the one that counts. */
  #fail(state: string, before?: Expression): Failing {
    this.#failure ??= this.#failureHere(state);
    this.#at = this.#tokens.length;
    return { type: "failing", failure: this.#failure, ...(before !== undefined && { before }) };
  }

  #failureHere(state: string): ShellFailure {
    const token = this.#tokens[this.#at];
    if (token?.type === "wrong") return token.failure;
    return new ShellFailure(
      `${this.#text.trimStart()}: ${state} (error token is "${this.#ahead()}")`,
    );
  }

  /** From the next token on; where there is none, from the last one on. */
  #ahead(): string {
    return this.#at < this.#tokens.length ? this.#rest() : this.#restOfLast();
  }

  #rest(): string {
    return this.#text.slice(this.#tokens[this.#at]?.at ?? this.#text.length);
  }

  #restOfLast(): string {
    return this.#text.slice(this.#tokens[Math.min(this.#at, this.#tokens.length) - 1]?.at ?? 0);
  }
}
