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
      /** The whole expression from `right` on, for messages. */
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
    };

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

class ArithmeticReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  whole(): Expression {
    if (this.#tokens.length === 0) return { type: "number", value: 0n };
    const expression = this.#list();
    if (this.#at < this.#tokens.length) throw this.#failure("syntax error in expression");
    return expression;
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
    if (left.type !== "name") throw this.#failure("attempted assignment to non-variable");
    this.#at += 1;
    const rest = this.#rest();
    const value = this.#assignment();
    return { type: "assign", place: left, operator: operator.slice(0, -1), value, rest };
  }

  #ternary(): Expression {
    const test = this.#binary(0);
    if (!this.#take("?")) return test;
    const yes = this.#list();
    if (!this.#take(":")) throw this.#failure("`:' expected for conditional expression");
    return { type: "ternary", test, yes, no: this.#assignment() };
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
    return { type: "binary", operator: "**", left, right, rest: this.#restOfLast() };
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
    const operand = this.#unary();
    if (operand.type === "name") {
      return { type: "step", place: operand, by: operator === "++" ? 1n : -1n, before: true };
    }
    // `--5` is twice a minus.
    const sign = operator[0] ?? "+";
    return { type: "unary", operator: sign, operand: { type: "unary", operator: sign, operand } };
  }

  #stepBehind(): Expression {
    const operand = this.#primary();
    const operator = this.#peek();
    if (operand.type !== "name" || (operator !== "++" && operator !== "--")) return operand;
    this.#at += 1;
    return { type: "step", place: operand, by: operator === "++" ? 1n : -1n, before: false };
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#failure("syntax error: operand expected");
    this.#at += 1;
    if (token.type !== "operator") return token;
    if (token.text !== "(") throw this.#failure("syntax error: operand expected");
    const inside = this.#list();
    if (!this.#take(")")) throw this.#failure("missing `)'");
    return inside.type === "name" ? { type: "unary", operator: "+", operand: inside } : inside;
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

  #failure(state: string): ShellFailure {
    const shown = this.#at < this.#tokens.length ? this.#rest() : this.#restOfLast();
    return new ShellFailure(`${this.#text.trimStart()}: ${state} (error token is "${shown}")`);
  }

  #rest(): string {
    return this.#text.slice(this.#tokens[this.#at]?.at ?? this.#text.length);
  }

  #restOfLast(): string {
    return this.#text.slice(this.#tokens[Math.min(this.#at, this.#tokens.length) - 1]?.at ?? 0);
  }
}
