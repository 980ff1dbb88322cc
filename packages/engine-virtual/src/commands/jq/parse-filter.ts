import { JqSyntaxError, KEYWORDS, Lexer } from "./lexer.ts";
import { FlowParser } from "./parse-flow.ts";
import { ObjectParser, textOf } from "./parse-object.ts";
import { SuffixParser } from "./parse-suffix.ts";
import { HeaderParser } from "./parse-module.ts";
import { parseString } from "./parse-string.ts";
import type { Source } from "./source.ts";
import { topLevel } from "./source.ts";
import type { Definition, Filter, Program } from "./syntax.ts";

const IDENTITY: Filter = { kind: "identity" };

const ASSIGNMENTS = new Set(["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="]);
const COMPARISONS = new Set(["==", "!=", "<", "<=", ">", ">="]);

const NO_MODULE =
  "jq: error: library should only have function definitions, not a main expression\n<unknown location>";

/** jq's grammar. */
export class FilterParser {
  readonly lexer: Lexer;
  readonly #flow: FlowParser;
  readonly #objects: ObjectParser;
  readonly #suffixes: SuffixParser;
  #depth = 0;

  constructor(source: Source) {
    this.lexer = new Lexer(source);
    this.#flow = new FlowParser(this.lexer, this);
    this.#objects = new ObjectParser(this.lexer, this);
    this.#suffixes = new SuffixParser(this.lexer, this);
  }

  /** A whole program; an empty one is `.`. */
  program(): Program {
    const imports = new HeaderParser(this.lexer, this).imports();
    const body = this.lexer.isAtEnd ? IDENTITY : this.pipe();
    this.lexer.expectEnd();
    return { imports, definitions: [], body };
  }

  module(): Program {
    const imports = new HeaderParser(this.lexer, this).imports();
    const definitions: Definition[] = [];
    while (this.lexer.is("def")) definitions.push(this.definition());
    if (!this.lexer.isAtEnd) throw new JqSyntaxError(NO_MODULE);
    return { imports, definitions, body: IDENTITY };
  }

  /** The definition that a text is. */
  definition(): Definition {
    this.lexer.expect("def");
    const name = this.name();
    const parameters: string[] = [];
    if (this.lexer.take("(")) {
      do parameters.push(this.lexer.next().text);
      while (this.lexer.take(";"));
      this.lexer.expect(")");
    }
    this.lexer.expect(":");
    const body = this.pipe();
    this.lexer.expect(";");
    return { name, parameters, body };
  }

  name(): string {
    const { type, text } = this.lexer.current;
    if (type !== "name" || KEYWORDS.has(text)) this.lexer.fail();
    return this.lexer.next().text;
  }

  pipe(): Filter {
    this.#depth += 1;
    if (this.#depth > 1_000) this.lexer.fail("program nested too deeply");
    const filter = this.#pipe();
    this.#depth -= 1;
    return filter;
  }

  #pipe(): Filter {
    if (this.lexer.is("def")) {
      const definition = this.definition();
      return { kind: "define", definition, body: this.lexer.isAtEnd ? IDENTITY : this.pipe() };
    }
    const left = this.#comma();
    return this.lexer.take("|") ? { kind: "pipe", left, right: this.pipe() } : left;
  }

  #comma(): Filter {
    let left = this.alternative();
    while (this.lexer.take(",")) left = { kind: "comma", left, right: this.alternative() };
    return left;
  }

  /** `//`, which is the loosest of those that are no pipe, and binds to the right. */
  alternative(): Filter {
    const left = this.#assignment();
    if (this.lexer.take("//")) {
      return { kind: "binary", operator: "//", left, right: this.alternative() };
    }
    if (!this.lexer.take("?//")) return left;
    const tried: Filter = { kind: "try", body: left };
    return { kind: "binary", operator: "//", left: tried, right: this.alternative() };
  }

  #assignment(): Filter {
    const left = this.#or();
    const operator = this.#operatorOf(ASSIGNMENTS);
    if (operator === undefined) return left;
    return { kind: "binary", operator, left, right: this.#or() };
  }

  #operatorOf(some: ReadonlySet<string>): string | undefined {
    const { type, text } = this.lexer.current;
    return type === "operator" && some.has(text) ? this.lexer.next().text : undefined;
  }

  #or(): Filter {
    return this.#leftToRight(["or"], () => this.#and());
  }

  #and(): Filter {
    return this.#leftToRight(["and"], () => this.#comparison());
  }

  /** Operands with any of some operators between them. */
  #leftToRight(operators: readonly string[], operand: () => Filter): Filter {
    const { at } = this.lexer.current;
    let left = operand();
    while (operators.some((operator) => this.lexer.is(operator))) {
      const operator = this.lexer.next().text;
      left = { kind: "binary", operator, at, left, right: operand() };
    }
    return left;
  }

  #comparison(): Filter {
    const left = this.#sum();
    const operator = this.#operatorOf(COMPARISONS);
    if (operator === undefined) return left;
    return { kind: "binary", operator, left, right: this.#sum() };
  }

  #sum(): Filter {
    return this.#leftToRight(["+", "-"], () => this.#product());
  }

  #product(): Filter {
    return this.#leftToRight(["*", "/", "%"], () => this.signed());
  }

  signed(): Filter {
    return this.lexer.take("-") ? { kind: "negate", inner: this.signed() } : this.#postfix();
  }

  /** A term with what it binds: `term as $x | …`. */
  #postfix(): Filter {
    const source = this.term();
    if (!this.lexer.take("as")) return source;
    const patterns = this.#flow.patterns();
    this.lexer.expect("|");
    return { kind: "bind", source, patterns, body: this.pipe() };
  }

  /** A term with its suffixes. */
  term(): Filter {
    let filter = this.#primary();
    for (let more = this.#suffixes.suffix(filter); more; more = this.#suffixes.suffix(filter))
      filter = more;
    return filter;
  }

  #primary(): Filter {
    const { type, text } = this.lexer.current;
    switch (type) {
      case "number":
        this.lexer.next();
        return { kind: "number", value: Math.min(Number(text), Number.MAX_VALUE) };
      case "quote":
        return this.string();
      case "format":
        return this.format();
      case "field":
        this.lexer.next();
        return { kind: "index", of: IDENTITY, key: textOf(text.slice(1)) };
      case "variable":
        return this.variable();
      case "name":
        return this.#named(text);
      default:
        return this.#marked(text);
    }
  }

  variable(): Filter {
    const { line } = this.lexer;
    const { at, text } = this.lexer.next();
    return { kind: "variable", name: text.slice(1), line, at };
  }

  format(): Filter {
    const name = this.lexer.next().text;
    return this.lexer.current.type === "quote" ? this.string(name) : { kind: "format", name };
  }

  #marked(text: string): Filter {
    const { lexer } = this;
    switch (text) {
      case ".":
        lexer.next();
        return this.#dot();
      case "..":
        lexer.next();
        return { kind: "recurse" };
      case "(":
        lexer.next();
        return this.#upTo(")");
      case "[":
        lexer.next();
        return lexer.take("]") ? { kind: "array" } : { kind: "array", inner: this.#upTo("]") };
      case "{":
        return this.#objects.object();
      default:
        return lexer.fail();
    }
  }

  #upTo(end: string): Filter {
    const inner = this.pipe();
    this.lexer.expect(end);
    return inner;
  }

  #dot(): Filter {
    if (this.lexer.current.type !== "quote") return IDENTITY;
    return { kind: "index", of: IDENTITY, key: this.string() };
  }

  #named(text: string): Filter {
    const { lexer } = this;
    if (text === "if") return this.#flow.if();
    if (text === "try") return this.#flow.try();
    if (text === "reduce" || text === "foreach") return this.#flow.fold(text);
    if (text === "label") return this.#flow.label();
    if (text === "def") return this.pipe();
    if (text === "break") {
      const { at } = lexer.next();
      return { kind: "break", name: lexer.next().text, at };
    }
    return this.#call();
  }

  #call(): Filter {
    const { at } = this.lexer.current;
    const name = this.name();
    const args: Filter[] = [];
    if (this.lexer.take("(")) {
      do args.push(this.pipe());
      while (this.lexer.take(";"));
      if (!this.lexer.take(")")) this.lexer.failExpecting("';' or ')'");
    }
    return { kind: "call", name, args, at };
  }

  string(format?: string): Filter {
    return parseString(this.lexer, this, format);
  }
}

export const parseProgram = (text: string): Program => new FilterParser(topLevel(text)).program();
