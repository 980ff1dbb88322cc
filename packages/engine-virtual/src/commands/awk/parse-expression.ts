import { ARRAY_ARGUMENTS } from "./array-arguments.ts";
import { STEPS, TargetParser } from "./parse-target.ts";
import type { Expression, Target } from "./syntax.ts";
import type { Tokens } from "./tokens.ts";

/** What an expression may not hold where it stands. */
export interface Where {
  /** In a `print`, where `>` is a redirection. */
  readonly noGreater?: boolean;
  /** In the head of a `for`, where `in` is part of it. */
  readonly noIn?: boolean;
}

const COMPARISONS = new Set(["<", "<=", "==", "!=", ">", ">="]);
const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^=", "**="]);
/** Operators that an operand of a concatenation can begin with. */
const BEGINNINGS = new Set(["$", "!", "(", "++", "--"]);

const isTarget = (node: Expression): node is Target =>
  node.kind === "variable" || node.kind === "element" || node.kind === "field";

/** Expressions, by precedence from assignment down to what stands for itself. */
export class ExpressionParser {
  readonly tokens: Tokens;
  readonly #targets: TargetParser;
  #depth = 0;

  constructor(tokens: Tokens) {
    this.tokens = tokens;
    this.#targets = new TargetParser(tokens, this);
  }

  target(): Target {
    return this.#targets.target();
  }

  expression(where: Where = {}): Expression {
    this.#depth += 1;
    if (this.#depth > 200) this.tokens.fail("expression nested too deeply");
    const left = this.#condition(where);
    const { type, text: operator } = this.tokens.current;
    let node = left;
    if (type === "operator" && ASSIGNMENTS.has(operator)) {
      node = this.#assignment(left, where);
    }
    this.#depth -= 1;
    return node;
  }

  #assignment(left: Expression, where: Where): Expression {
    // `a && b = 1` and `1 + x = 2` assign to what stands last.
    if (left.kind === "logic" || left.kind === "binary" || left.kind === "match") {
      return { ...left, right: this.#assignment(left.right, where) };
    }
    if (left.kind === "unary") {
      return { ...left, operand: this.#assignment(left.operand, where) };
    }
    if (!isTarget(left)) this.tokens.fail();
    const operator = this.tokens.next().text;
    this.newlines();
    return { kind: "assign", operator, target: left, value: this.expression(where) };
  }

  newlines(): void {
    while (this.tokens.current.type === "newline") this.tokens.next();
  }

  /** Up to a closing parenthesis or the end of a statement, with commas between. */
  list(where: Where = {}): readonly Expression[] {
    const parts = [this.expression(where)];
    while (this.tokens.take(",")) {
      this.newlines();
      parts.push(this.expression(where));
    }
    return parts;
  }

  #condition(where: Where): Expression {
    const test = this.#or(where);
    if (!this.tokens.take("?")) return test;
    this.newlines();
    const yes = this.expression(where);
    this.newlines();
    this.tokens.expect(":");
    this.newlines();
    return { kind: "condition", test, yes, no: this.expression(where) };
  }

  #or(where: Where): Expression {
    let left = this.#and(where);
    while (this.tokens.take("||")) {
      this.newlines();
      left = { kind: "logic", operator: "||", left, right: this.#and(where) };
    }
    return left;
  }

  #and(where: Where): Expression {
    let left = this.#membership(where);
    while (this.tokens.take("&&")) {
      this.newlines();
      left = { kind: "logic", operator: "&&", left, right: this.#membership(where) };
    }
    return left;
  }

  #membership(where: Where): Expression {
    let left = this.#matching(where);
    while (where.noIn !== true && this.tokens.take("in")) {
      const subscripts = left.kind === "group" ? left.parts : [left];
      left = { kind: "in", subscripts, array: this.tokens.array(this.name()) };
    }
    return left;
  }

  name(): string {
    if (this.tokens.current.type !== "name") this.tokens.fail();
    return this.tokens.next().text;
  }

  #matching(where: Where): Expression {
    let left = this.#comparison(where);
    for (;;) {
      const negated = this.tokens.is("!~");
      if (!negated && !this.tokens.is("~")) return left;
      this.tokens.next();
      left = { kind: "match", negated, left, right: this.#comparison(where) };
    }
  }

  #comparison(where: Where): Expression {
    const left = this.#piped();
    const { type, text: operator } = this.tokens.current;
    const isOne = type === "operator" && COMPARISONS.has(operator);
    if (!isOne || (operator === ">" && where.noGreater === true)) return left;
    this.tokens.next();
    return { kind: "binary", operator, left, right: this.#piped() };
  }

  /** `command | getline`, as often as it comes. */
  #piped(): Expression {
    let left = this.concatenation();
    while (this.tokens.is("|") && this.#getlineFollows()) {
      const target = this.#targets.getlineTarget();
      left = { kind: "getline", from: "command", source: left, ...(target && { target }) };
    }
    return left;
  }

  /** Past `| getline`; a pipe that leads to a command is a print's. */
  #getlineFollows(): boolean {
    if (!this.tokens.isBefore("getline")) return false;
    this.tokens.next();
    this.tokens.next();
    return true;
  }

  concatenation(): Expression {
    let left = this.#sum();
    while (this.#operandFollows()) {
      left = { kind: "binary", operator: " ", left, right: this.#sum() };
    }
    return left;
  }

  #operandFollows(): boolean {
    const { type, text } = this.tokens.current;
    if (["number", "string", "name", "function", "builtin"].includes(type)) return true;
    return type === "operator" && BEGINNINGS.has(text);
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.tokens.is("+") || this.tokens.is("-")) {
      const operator = this.tokens.next().text;
      left = { kind: "binary", operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#signed();
    while (this.tokens.is("*") || this.tokens.is("/") || this.tokens.is("%")) {
      const operator = this.tokens.next().text;
      left = { kind: "binary", operator, left, right: this.#signed() };
    }
    return left;
  }

  #signed(): Expression {
    for (const operator of ["!", "-", "+"] as const) {
      if (this.tokens.take(operator)) return { kind: "unary", operator, operand: this.#signed() };
    }
    return this.#power();
  }

  #power(): Expression {
    const left = this.stepped();
    if (!this.tokens.take("^") && !this.tokens.take("**")) return left;
    return { kind: "binary", operator: "^", left, right: this.#signed() };
  }

  stepped(): Expression {
    for (const [mark, delta] of STEPS) {
      if (!this.tokens.take(mark)) continue;
      const target = this.primary();
      if (!isTarget(target)) this.tokens.fail();
      return { kind: "step", delta, isPrefix: true, target };
    }
    const node = this.primary();
    if (!isTarget(node)) return node;
    for (const [mark, delta] of STEPS) {
      if (this.tokens.take(mark)) return { kind: "step", delta, isPrefix: false, target: node };
    }
    return node;
  }

  primary(): Expression {
    const { type, text } = this.tokens.current;
    switch (type) {
      case "number":
        this.tokens.next();
        return { kind: "number", value: Number(text) };
      case "string":
        this.tokens.next();
        return { kind: "string", value: text };
      case "name":
        return this.#targets.target();
      case "function":
        return this.#call();
      case "builtin":
        return this.#builtin();
      default:
        return this.#marked(text);
    }
  }

  #marked(text: string): Expression {
    switch (text) {
      case "/":
      case "/=":
        return { kind: "regex", source: this.tokens.regex() };
      case "$":
        return this.#targets.target();
      case "(":
        return this.#group();
      case "getline":
        this.tokens.next();
        return this.#targets.getline();
      case "-":
      case "+":
      case "!":
        return this.#signed();
      default:
        return this.tokens.fail();
    }
  }

  #group(): Expression {
    this.tokens.expect("(");
    this.newlines();
    const parts = this.list();
    this.newlines();
    this.tokens.expect(")");
    const [only] = parts;
    // As a group it is no target: `(x) = 1` is wrong, and `(a)b` joins.
    if (parts.length > 1 || only === undefined) return { kind: "group", parts };
    return only.kind === "group" || only.kind === "in" || isTarget(only)
      ? only
      : { kind: "group", parts };
  }

  #call(): Expression {
    const { text: name } = this.tokens.next();
    return { kind: "call", name, args: this.#arguments() };
  }

  #builtin(): Expression {
    const { text: name } = this.tokens.next();
    const args = this.tokens.is("(") ? this.#arguments() : undefined;
    if (args === undefined && name !== "length") this.tokens.fail();
    for (const place of ARRAY_ARGUMENTS[name] ?? []) {
      const arg = args?.[place];
      if (arg?.kind === "variable") this.tokens.array(arg.name);
    }
    return { kind: "builtin", name, args: args ?? [] };
  }

  #arguments(): readonly Expression[] {
    this.tokens.expect("(");
    this.newlines();
    if (this.tokens.take(")")) return [];
    const args = this.list();
    this.newlines();
    this.tokens.expect(")");
    return args;
  }
}
