import { unescapedJson } from "./json-reader.ts";
import { Lexer } from "./lexer.ts";
import { PatternParser } from "./parse-pattern.ts";
import type { Definition, Filter, ObjectEntry, StringPart } from "./syntax.ts";

const IDENTITY: Filter = { kind: "identity" };

const ASSIGNMENTS = new Set(["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="]);
const COMPARISONS = new Set(["==", "!=", "<", "<=", ">", ">="]);

/** Words that begin something of their own, and are no function's name. */
const KEYWORDS = new Set([
  ...["def", "if", "then", "elif", "else", "end", "as", "reduce", "foreach", "try", "catch"],
  ...["label", "import", "include", "and", "or", "__loc__"],
]);

/** jq's grammar, from pipes down to terms. */
export class FilterParser {
  readonly lexer: Lexer;
  readonly #patterns: PatternParser;
  #depth = 0;

  constructor(text: string) {
    this.lexer = new Lexer(text);
    this.#patterns = new PatternParser(this.lexer, this);
  }

  /** A whole program; an empty one is `.`. */
  parse(): Filter {
    if (this.lexer.current.type === "end") return IDENTITY;
    const filter = this.#definitionsOnly() ?? this.pipe();
    if (this.lexer.current.type !== "end") this.lexer.fail();
    return filter;
  }

  #definitionsOnly(): Filter | undefined {
    const first = this.lexer.current.text;
    if (first !== "import" && first !== "include") return undefined;
    return this.lexer.fail(`${first} is not supported`);
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
      const isLast = this.lexer.current.type === "end";
      return { kind: "define", definition, body: isLast ? IDENTITY : this.pipe() };
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
    const { type, text: operator } = this.lexer.current;
    if (type !== "operator" || !ASSIGNMENTS.has(operator)) return left;
    this.lexer.next();
    return { kind: "binary", operator, left, right: this.#or() };
  }

  #or(): Filter {
    let left = this.#and();
    while (this.lexer.take("or")) {
      left = { kind: "binary", operator: "or", left, right: this.#and() };
    }
    return left;
  }

  #and(): Filter {
    let left = this.#comparison();
    while (this.lexer.take("and")) {
      left = { kind: "binary", operator: "and", left, right: this.#comparison() };
    }
    return left;
  }

  #comparison(): Filter {
    const left = this.#sum();
    const { type, text: operator } = this.lexer.current;
    if (type !== "operator" || !COMPARISONS.has(operator)) return left;
    this.lexer.next();
    return { kind: "binary", operator, left, right: this.#sum() };
  }

  #sum(): Filter {
    let left = this.#product();
    while (this.lexer.is("+") || this.lexer.is("-")) {
      const operator = this.lexer.next().text;
      left = { kind: "binary", operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Filter {
    let left = this.#signed();
    while (this.lexer.is("*") || this.lexer.is("/") || this.lexer.is("%")) {
      const operator = this.lexer.next().text;
      left = { kind: "binary", operator, left, right: this.#signed() };
    }
    return left;
  }

  #signed(): Filter {
    return this.lexer.take("-") ? { kind: "negate", inner: this.#signed() } : this.#postfix();
  }

  /** A term with what it binds: `term as $x | …`. */
  #postfix(): Filter {
    const source = this.term();
    if (!this.lexer.take("as")) return source;
    const patterns = this.#patterns.patterns();
    this.lexer.expect("|");
    return { kind: "bind", source, patterns, body: this.pipe() };
  }

  /** A term with its suffixes. */
  term(): Filter {
    let filter = this.#primary();
    for (let more = this.#suffix(filter); more !== undefined; more = this.#suffix(filter)) {
      filter = more;
    }
    return filter;
  }

  #suffix(of: Filter): Filter | undefined {
    const { lexer } = this;
    if (lexer.current.type === "field") {
      return { kind: "index", of, key: textOf(lexer.next().text.slice(1)) };
    }
    if (lexer.take("?")) return { kind: "try", body: of };
    if (lexer.is("[")) return this.#bracket(of);
    if (!lexer.take(".")) return undefined;
    if (lexer.current.type === "quote") return { kind: "index", of, key: this.string() };
    return lexer.is("[") ? this.#bracket(of) : lexer.fail();
  }

  #bracket(of: Filter): Filter {
    const { lexer } = this;
    lexer.expect("[");
    if (lexer.take("]")) return { kind: "iterate", of };
    if (lexer.take(":")) return this.#sliceEnd(of, undefined);
    const key = this.pipe();
    if (lexer.take("]")) return { kind: "index", of, key };
    lexer.expect(":");
    if (lexer.take("]")) return { kind: "slice", of, from: key };
    return this.#sliceEnd(of, key);
  }

  #sliceEnd(of: Filter, from: Filter | undefined): Filter {
    const to = this.pipe();
    this.lexer.expect("]");
    return { kind: "slice", of, to, ...(from && { from }) };
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
        return this.#format();
      case "field":
        this.lexer.next();
        return { kind: "index", of: IDENTITY, key: textOf(text.slice(1)) };
      case "variable":
        return this.#variable();
      case "name":
        return this.#named(text);
      default:
        return this.#marked(text);
    }
  }

  #variable(): Filter {
    const { line } = this.lexer;
    return { kind: "variable", name: this.lexer.next().text.slice(1), line };
  }

  #format(): Filter {
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
      case "(": {
        lexer.next();
        const inner = this.pipe();
        lexer.expect(")");
        return inner;
      }
      case "[": {
        lexer.next();
        if (lexer.take("]")) return { kind: "array" };
        const inner = this.pipe();
        lexer.expect("]");
        return { kind: "array", inner };
      }
      case "{":
        return this.#object();
      default:
        return lexer.fail();
    }
  }

  #dot(): Filter {
    if (this.lexer.current.type !== "quote") return IDENTITY;
    return { kind: "index", of: IDENTITY, key: this.string() };
  }

  #named(text: string): Filter {
    const { lexer } = this;
    if (text === "if") return this.#if();
    if (text === "try") return this.#try();
    if (text === "reduce" || text === "foreach") return this.#fold(text);
    if (text === "label") return this.#label();
    if (text === "def") return this.pipe();
    if (text === "break") {
      lexer.next();
      return { kind: "break", name: lexer.next().text };
    }
    return this.#call();
  }

  #call(): Filter {
    const name = this.name();
    const args: Filter[] = [];
    if (this.lexer.take("(")) {
      do args.push(this.pipe());
      while (this.lexer.take(";"));
      this.lexer.expect(")");
    }
    return { kind: "call", name, args };
  }

  #if(): Filter {
    this.lexer.next();
    const test = this.pipe();
    this.lexer.expect("then");
    const yes = this.pipe();
    if (this.lexer.is("elif")) return { kind: "if", test, yes, no: this.#if() };
    const no = this.lexer.take("else") ? this.pipe() : undefined;
    this.lexer.expect("end");
    return { kind: "if", test, yes, ...(no && { no }) };
  }

  #try(): Filter {
    this.lexer.next();
    const body = this.#tried();
    if (!this.lexer.take("catch")) return { kind: "try", body };
    return { kind: "try", body, caught: this.#tried() };
  }

  #tried(): Filter {
    return this.lexer.is("-") ? this.#signed() : this.term();
  }

  #fold(kind: "reduce" | "foreach"): Filter {
    const { lexer } = this;
    lexer.next();
    const source = this.term();
    lexer.expect("as");
    const patterns = this.#patterns.patterns();
    lexer.expect("(");
    const start = this.pipe();
    lexer.expect(";");
    const update = this.pipe();
    const extract = kind === "foreach" && lexer.take(";") ? this.pipe() : undefined;
    lexer.expect(")");
    return { kind, source, patterns, start, update, ...(extract && { extract }) };
  }

  #label(): Filter {
    this.lexer.next();
    const name = this.lexer.next().text;
    this.lexer.expect("|");
    return { kind: "label", name, body: this.pipe() };
  }

  /** A string with what is inserted in it; each of that is formatted where a format stands in front. */
  string(format?: string): Filter {
    const parts: StringPart[] = [];
    this.lexer.intoString();
    for (;;) {
      const { text, isEnd } = this.lexer.stringPiece();
      if (text !== "") parts.push(unescapedJson(text) ?? this.lexer.fail("invalid escape"));
      if (isEnd) break;
      parts.push(this.pipe());
      if (!this.lexer.is(")")) this.lexer.fail();
      this.lexer.intoString();
    }
    this.lexer.outOfString();
    return { kind: "string", parts, ...(format !== undefined && { format }) };
  }

  #object(): Filter {
    const { lexer } = this;
    lexer.expect("{");
    const entries: ObjectEntry[] = [];
    while (!lexer.is("}")) {
      entries.push(this.#entry());
      if (!lexer.take(",")) break;
    }
    lexer.expect("}");
    return { kind: "object", entries };
  }

  #entry(): ObjectEntry {
    const { type, text } = this.lexer.current;
    if (type === "variable") {
      const value = this.#variable();
      return { key: textOf(text.slice(1)), value };
    }
    const key = this.#key();
    if (this.lexer.take(":")) return { key, value: this.#entryValue() };
    if (this.lexer.is("(") || type === "operator") this.lexer.fail();
    return { key, value: { kind: "index", of: IDENTITY, key } };
  }

  #key(): Filter {
    const { type, text } = this.lexer.current;
    if (type === "name") return textOf(this.lexer.next().text);
    if (type === "number") {
      this.lexer.next();
      return textOf(text);
    }
    if (type === "quote") return this.string();
    if (type === "format") return this.#format();
    this.lexer.expect("(");
    const key = this.pipe();
    this.lexer.expect(")");
    return key;
  }

  /** A value of an object: no comma stands in it, pipes do. */
  #entryValue(): Filter {
    const left = this.alternative();
    return this.lexer.take("|") ? { kind: "pipe", left, right: this.#entryValue() } : left;
  }
}

export const textOf = (text: string): Filter => ({ kind: "string", parts: [text] });

export const parseFilter = (text: string): Filter => new FilterParser(text).parse();
