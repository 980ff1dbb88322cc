import { ExpressionParser } from "./parse-expression.ts";
import type { Expression, Program, Redirection, Rule, Statement, UserFunction } from "./syntax.ts";
import { Tokens } from "./tokens.ts";

const JUMPS = ["break", "continue", "next", "nextfile"] as const;

class ProgramParser {
  readonly #tokens: Tokens;
  readonly #expressions: ExpressionParser;
  readonly #begin: Statement[] = [];
  readonly #end: Statement[] = [];
  readonly #rules: Rule[] = [];
  readonly #functions = new Map<string, UserFunction>();
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new Tokens(text);
    this.#expressions = new ExpressionParser(this.#tokens);
  }

  parse(): Program {
    this.#separators();
    while (this.#tokens.current.type !== "end") {
      this.#item();
      this.#separators();
    }
    const [begin, end, { arrays }] = [this.#begin, this.#end, this.#tokens];
    return { begin, end, rules: this.#rules, functions: this.#functions, arrays };
  }

  #separators(): void {
    while (this.#tokens.current.type === "newline" || this.#tokens.is(";")) this.#tokens.next();
  }

  #item(): void {
    const tokens = this.#tokens;
    const { text, type } = tokens.current;
    if (type === "name" && (text === "BEGINFILE" || text === "ENDFILE")) {
      tokens.fail(`${text} is not supported`);
    }
    if (tokens.take("BEGIN")) this.#begin.push(this.#block());
    else if (tokens.take("END")) this.#end.push(this.#block());
    else if (tokens.take("function") || tokens.take("func")) this.#function();
    else this.#rules.push(this.#rule());
  }

  #rule(): Rule {
    if (this.#tokens.is("{")) return { action: this.#block() };
    const pattern = this.#expressions.expression();
    const rule: { pattern: Expression; end?: Expression; action?: Statement } = { pattern };
    if (this.#tokens.take(",")) {
      this.#expressions.newlines();
      rule.end = this.#expressions.expression();
    }
    if (this.#tokens.is("{")) rule.action = this.#block();
    return rule;
  }

  #function(): void {
    const tokens = this.#tokens;
    const { type, text: name } = tokens.current;
    if (type !== "name" && type !== "function") tokens.fail();
    tokens.next();
    tokens.expect("(");
    const parameters: string[] = [];
    this.#expressions.newlines();
    while (!tokens.take(")")) {
      parameters.push(this.#expressions.name());
      this.#expressions.newlines();
      if (tokens.take(",")) this.#expressions.newlines();
    }
    this.#expressions.newlines();
    if (this.#functions.has(name)) tokens.fail(`function ${name} is defined twice`);
    const { arrays } = tokens;
    tokens.arrays = [];
    this.#functions.set(name, { name, parameters, body: this.#block() });
    const others = tokens.arrays.filter((one) => !parameters.includes(one.name));
    tokens.arrays = arrays.concat(others);
  }

  #block(): Statement {
    this.#tokens.expect("{");
    const body: Statement[] = [];
    this.#separators();
    while (!this.#tokens.take("}")) {
      if (this.#tokens.current.type === "end") this.#tokens.fail("missing } near end of file");
      body.push(this.#statement());
      this.#separators();
    }
    return { kind: "block", body };
  }

  /** One statement, with what ends it. */
  #statement(): Statement {
    this.#depth += 1;
    if (this.#depth > 200) this.#tokens.fail("statements nested too deeply");
    const statement = this.#compound() ?? this.#terminated(this.#simple());
    this.#depth -= 1;
    return statement;
  }

  #terminated(statement: Statement): Statement {
    const { type } = this.#tokens.current;
    const isEnd = type === "newline" || type === "end" || this.#tokens.is("}");
    if (!isEnd) this.#tokens.expect(";");
    else if (type === "newline") this.#tokens.next();
    return statement;
  }

  #compound(): Statement | undefined {
    const tokens = this.#tokens;
    if (tokens.is("{")) return this.#block();
    if (tokens.take("if")) return this.#if();
    if (tokens.take("while")) {
      const test = this.#test();
      if (tokens.take(";")) return { kind: "while", test, body: { kind: "block", body: [] } };
      return { kind: "while", test, body: this.#body() };
    }
    if (tokens.take("do")) return this.#do();
    if (tokens.take("for")) return this.#for();
    return tokens.take(";") ? { kind: "block", body: [] } : undefined;
  }

  #test(): Expression {
    this.#tokens.expect("(");
    this.#expressions.newlines();
    const test = this.#expressions.expression();
    this.#expressions.newlines();
    this.#tokens.expect(")");
    return test;
  }

  /** The statement that a loop or a condition is about. */
  #body(): Statement {
    this.#expressions.newlines();
    return this.#statement();
  }

  #if(): Statement {
    const test = this.#test();
    const yes = this.#body();
    this.#separators();
    if (!this.#tokens.take("else")) return { kind: "if", test, yes };
    return { kind: "if", test, yes, no: this.#body() };
  }

  #do(): Statement {
    const body = this.#body();
    this.#separators();
    this.#tokens.expect("while");
    return this.#terminated({ kind: "do", body, test: this.#test() });
  }

  #for(): Statement {
    const tokens = this.#tokens;
    tokens.expect("(");
    const start = tokens.is(";") ? undefined : this.#simple(true);
    if (start !== undefined && tokens.take("in")) return this.#forIn(start);
    tokens.expect(";");
    this.#expressions.newlines();
    const test = tokens.is(";") ? undefined : this.#expressions.expression();
    tokens.expect(";");
    this.#expressions.newlines();
    const step = tokens.is(")") ? undefined : this.#simple();
    tokens.expect(")");
    const head = { ...(start && { start }), ...(test && { test }), ...(step && { step }) };
    if (tokens.take(";")) return { kind: "for", ...head, body: { kind: "block", body: [] } };
    return { kind: "for", ...head, body: this.#body() };
  }

  #forIn(start: Statement): Statement {
    const variable = start.kind === "expression" ? start.expression : undefined;
    const isTarget = variable?.kind === "variable" || variable?.kind === "element";
    if (!isTarget) this.#tokens.fail();
    const array = this.#tokens.array(this.#expressions.name());
    this.#tokens.expect(")");
    return { kind: "for-in", variable, array, body: this.#body() };
  }

  #simple(noIn = false): Statement {
    const tokens = this.#tokens;
    for (const to of JUMPS) if (tokens.take(to)) return { kind: "jump", to };
    for (const kind of ["exit", "return"] as const) {
      if (tokens.take(kind)) return { kind, ...this.#value() };
    }
    for (const kind of ["print", "printf"] as const) {
      if (tokens.take(kind)) return this.#print(kind);
    }
    if (tokens.take("delete")) return this.#delete();
    return { kind: "expression", expression: this.#expressions.expression({ noIn }) };
  }

  get #isAtEnd(): boolean {
    const { type } = this.#tokens.current;
    return type === "newline" || type === "end" || this.#tokens.is(";") || this.#tokens.is("}");
  }

  #value(): { readonly value?: Expression } {
    return this.#isAtEnd ? {} : { value: this.#expressions.expression() };
  }

  #delete(): Statement {
    const target = this.#expressions.target();
    if (target.kind === "variable") {
      return { kind: "delete", array: this.#tokens.array(target.name), subscripts: [] };
    }
    if (target.kind === "field") this.#tokens.fail();
    return { kind: "delete", array: target.array, subscripts: target.subscripts };
  }

  #print(kind: "print" | "printf"): Statement {
    const isBare = this.#isAtEnd || [">", ">>", "|"].some((mark) => this.#tokens.is(mark));
    const args = isBare ? [] : this.#expressions.list({ noGreater: true });
    const [only] = args;
    const parts = args.length === 1 && only?.kind === "group" ? only.parts : args;
    if (kind === "printf" && parts.length === 0) this.#tokens.fail("printf needs a format");
    const redirection = this.#redirection();
    return { kind, args: parts, ...(redirection && { redirection }) };
  }

  #redirection(): Redirection | undefined {
    for (const kind of [">>", ">", "|"] as const) {
      if (this.#tokens.take(kind)) return { kind, to: this.#expressions.concatenation() };
    }
    return undefined;
  }
}

export const parseProgram = (text: string): Program => new ProgramParser(text).parse();
