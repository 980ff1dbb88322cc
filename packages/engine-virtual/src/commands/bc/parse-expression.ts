import type { Argument, Expression, Place } from "./syntax.ts";
import { BcSyntaxError, type Tokens } from "./tokens.ts";

const DEEPEST = 200;
const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const RELATIONS = new Set(["==", "<=", ">=", "!=", "<", ">"]);

/** From the loosest to the tightest, as the manual of bc has them. */
export class ExpressionParser {
  readonly #tokens: Tokens;
  #depth = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  expression(): Expression {
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.fail();
    const found = this.#logic("||", () => this.#logic("&&", () => this.#not()));
    this.#depth -= 1;
    return found;
  }

  fail(): never {
    this.#depth = 0;
    throw new BcSyntaxError(this.#tokens.peek().line);
  }

  /** Takes a sign, if it comes next. */
  has(sign: string): boolean {
    const { type, text } = this.#tokens.peek();
    if (type !== "sign" || text !== sign) return false;
    this.#tokens.take();
    return true;
  }

  /** Takes a name. */
  name(): string {
    if (this.#tokens.peek().type !== "name") this.fail();
    return this.#tokens.take().text;
  }

  expect(sign: string): void {
    if (!this.has(sign)) this.fail();
  }

  #sign(): string {
    const { type, text } = this.#tokens.peek();
    return type === "sign" ? text : "";
  }

  #logic(sign: string, next: () => Expression): Expression {
    let left = next();
    while (this.has(sign)) left = { kind: "logic", sign, left, right: next() };
    return left;
  }

  #not(): Expression {
    return this.has("!") ? { kind: "not", of: this.#not() } : this.#relation();
  }

  #relation(): Expression {
    let left = this.#sum();
    while (RELATIONS.has(this.#sign())) {
      const sign = this.#tokens.take().text;
      left = { kind: "relation", sign, left, right: this.#sum() };
    }
    return left;
  }

  #sum(): Expression {
    let left = this.#product();
    while (/^[-+]$/.test(this.#sign())) {
      const sign = this.#tokens.take().text;
      left = { kind: "operation", sign, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#power();
    while (/^[*/%]$/.test(this.#sign())) {
      const sign = this.#tokens.take().text;
      left = { kind: "operation", sign, left, right: this.#power() };
    }
    return left;
  }

  #power(): Expression {
    const left = this.#unary();
    if (!this.has("^")) return left;
    return { kind: "operation", sign: "^", left, right: this.#power() };
  }

  #unary(): Expression {
    if (this.has("-")) return { kind: "negative", of: this.#unary() };
    for (const [sign, by] of [["++", 1] as const, ["--", -1] as const]) {
      if (!this.has(sign)) continue;
      const place = this.#operand();
      if (!isPlace(place)) this.fail();
      return { kind: "step", place, by, isBehind: false };
    }
    return this.#behind(this.#operand());
  }

  /** An assignment reaches as far to the right as it can: `1 + a = 2` is 3. */
  #behind(operand: Expression): Expression {
    if (!isPlace(operand)) return operand;
    if (this.has("++")) return { kind: "step", place: operand, by: 1, isBehind: true };
    if (this.has("--")) return { kind: "step", place: operand, by: -1, isBehind: true };
    if (!ASSIGNMENTS.has(this.#sign())) return operand;
    const sign = this.#tokens.take().text;
    return { kind: "assign", sign, place: operand, value: this.#sum() };
  }

  #operand(): Expression {
    const { type, text } = this.#tokens.peek();
    // What is wrong stays where it is, so that the rest of its line can be passed over.
    if (type !== "number" && type !== "name" && !(type === "sign" && /^[.(]$/.test(text)))
      this.fail();
    this.#tokens.take();
    if (type === "number") return { kind: "number", text };
    if (type === "name") return this.#named(text);
    if (text === ".") return { kind: "variable", name: "last" };
    const of = this.expression();
    this.expect(")");
    return { kind: "group", of };
  }

  #named(name: string): Expression {
    if (this.has("[")) {
      const index = this.expression();
      this.expect("]");
      return { kind: "element", name, index };
    }
    if (!this.has("(")) return { kind: "variable", name };
    const args: Argument[] = [];
    while (!this.has(")")) {
      if (args.length > 0) this.expect(",");
      args.push(this.#argument());
    }
    return { kind: "call", name, args };
  }

  /** `a[]` hands over a whole array. */
  #argument(): Argument {
    const first = this.#tokens.peek();
    if (first.type !== "name") return this.expression();
    const found = this.#tokens.arrayName();
    return found === undefined ? this.expression() : { kind: "array", name: found };
  }
}

function isPlace(expression: Expression): expression is Place {
  return expression.kind === "variable" || expression.kind === "element";
}
