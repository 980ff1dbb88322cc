import { ExpressionParser } from "./parse-expression.ts";
import type { BcFunction, Expression, Parameter, Statement } from "./syntax.ts";
import type { Tokens } from "./tokens.ts";

const SIMPLE = new Set(["break", "continue", "halt", "quit"]);
type Simple = "break" | "continue" | "halt" | "quit";

const isSimple = (text: string): text is Simple => SIMPLE.has(text);

/** Reads a program line by line, as bc runs it. */
export class BcParser {
  readonly #tokens: Tokens;
  readonly #expressions: ExpressionParser;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#expressions = new ExpressionParser(tokens);
  }

  /** The next line, or `undefined` at the end. */
  line(): readonly (Statement | BcFunction)[] | undefined {
    const { type } = this.#tokens.peek();
    if (type === "end") return undefined;
    if (type === "newline") {
      this.#tokens.take();
      return [];
    }
    // A function's end is the end of its line.
    if (this.#isWord("define")) return [this.#define()];
    const items = [this.#item()];
    while (this.#expressions.has(";")) {
      if (!this.#isLineEnd()) items.push(this.#item());
    }
    // A line without its end is no line: as in the original, it is not run.
    if (this.#tokens.peek().type !== "newline") this.#expressions.fail();
    this.#tokens.take();
    return items;
  }

  #isLineEnd(): boolean {
    return /^(?:newline|end)$/.test(this.#tokens.peek().type);
  }

  #item(): Statement | BcFunction {
    return this.#isWord("define") ? this.#define() : this.#statement();
  }

  #isWord(word: string): boolean {
    const { type, text } = this.#tokens.peek();
    return type === "name" && text === word;
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#tokens.take();
    return true;
  }

  #statement(): Statement {
    const { type, text } = this.#tokens.peek();
    if (type === "string") return { kind: "string", text: this.#tokens.take().text };
    if (type === "sign" && text === "{") return this.#block();
    if (type === "sign" && text === ";") return { kind: "nothing" };
    if (type === "name") return this.#named(text);
    return { kind: "expression", value: this.#expressions.expression() };
  }

  #named(word: string): Statement {
    if (isSimple(word)) {
      this.#tokens.take();
      return { kind: word };
    }
    switch (word) {
      case "if":
        return this.#if();
      case "while":
        return this.#while();
      case "for":
        return this.#for();
      case "print":
        return this.#print();
      case "return":
        return this.#return();
      default:
        return { kind: "expression", value: this.#expressions.expression() };
    }
  }

  #newlines(): void {
    while (this.#tokens.peek().type === "newline") this.#tokens.take();
  }

  #condition(): Expression {
    this.#tokens.take();
    this.#expressions.expect("(");
    const condition = this.#expressions.expression();
    this.#expressions.expect(")");
    this.#newlines();
    return condition;
  }

  #if(): Statement {
    const condition = this.#condition();
    const yes = this.#statement();
    if (!this.#takeWord("else")) return { kind: "if", condition, yes, no: undefined };
    this.#newlines();
    return { kind: "if", condition, yes, no: this.#statement() };
  }

  #while(): Statement {
    const condition = this.#condition();
    return { kind: "loop", start: undefined, condition, step: undefined, body: this.#statement() };
  }

  #for(): Statement {
    this.#tokens.take();
    this.#expressions.expect("(");
    const start = this.#until(";");
    const condition = this.#until(";");
    const step = this.#until(")");
    this.#newlines();
    return { kind: "loop", start, condition, step, body: this.#statement() };
  }

  #until(sign: string): Expression | undefined {
    if (this.#expressions.has(sign)) return undefined;
    const found = this.#expressions.expression();
    this.#expressions.expect(sign);
    return found;
  }

  #print(): Statement {
    this.#tokens.take();
    const parts: (Expression | { text: string })[] = [];
    do {
      const { type } = this.#tokens.peek();
      if (type === "string") parts.push({ text: this.#tokens.take().text });
      else parts.push(this.#expressions.expression());
    } while (this.#expressions.has(","));
    return { kind: "print", parts };
  }

  #return(): Statement {
    this.#tokens.take();
    const { type, text } = this.#tokens.peek();
    const isBare = /^(?:newline|end)$/.test(type) || (type === "sign" && /^[;}]$/.test(text));
    return { kind: "return", value: isBare ? undefined : this.#expressions.expression() };
  }

  #block(): Statement {
    this.#expressions.expect("{");
    return { kind: "block", body: this.#untilBrace() };
  }

  #define(): BcFunction {
    this.#tokens.take();
    const isVoid = this.#takeWord("void");
    const name = this.#expressions.name();
    this.#expressions.expect("(");
    const parameters = this.#parameters(")");
    this.#newlines();
    const locals: Parameter[] = [];
    const body = this.#functionBody(locals);
    return { kind: "define", name, isVoid, parameters, locals, body };
  }

  #functionBody(locals: Parameter[]): readonly Statement[] {
    this.#expressions.expect("{");
    this.#newlines();
    if (this.#takeWord("auto")) locals.push(...this.#parameters(";"));
    return this.#untilBrace();
  }

  #untilBrace(): readonly Statement[] {
    const body: Statement[] = [];
    for (;;) {
      this.#newlines();
      if (this.#expressions.has(";")) continue;
      if (this.#expressions.has("}")) return body;
      body.push(this.#statement());
      const { type, text } = this.#tokens.peek();
      const isParted = type === "newline" || (type === "sign" && /^[;}]$/.test(text));
      if (!isParted) this.#expressions.fail();
    }
  }

  /** Names up to a sign; those of locals may end with the line. */
  #parameters(end: ";" | ")"): readonly Parameter[] {
    const found: Parameter[] = [];
    for (;;) {
      if (this.#expressions.has(end)) return found;
      if (end === ";" && this.#tokens.peek().type === "newline") return found;
      if (found.length > 0) this.#expressions.expect(",");
      const name = this.#tokens.arrayName();
      if (name !== undefined) found.push({ name, isArray: true });
      else found.push({ name: this.#expressions.name(), isArray: false });
    }
  }
}
