import type { Lexer } from "./lexer.ts";
import { PatternParser } from "./parse-pattern.ts";
import type { Filter, Pattern } from "./syntax.ts";

/** What these need of the grammar around them. */
interface Filters {
  pipe(): Filter;
  term(): Filter;
  signed(): Filter;
  string(): Filter;
}

/** What begins with a word of its own: `if`, `try`, `reduce`, `foreach` and `label`. */
export class FlowParser {
  readonly #lexer: Lexer;
  readonly #filters: Filters;
  readonly #patterns: PatternParser;

  constructor(lexer: Lexer, filters: Filters) {
    this.#lexer = lexer;
    this.#filters = filters;
    this.#patterns = new PatternParser(lexer, filters);
  }

  /** What stands behind `as`. */
  patterns(): readonly Pattern[] {
    return this.#patterns.patterns();
  }

  if(): Filter {
    this.#lexer.next();
    const test = this.#filters.pipe();
    this.#lexer.expect("then");
    const yes = this.#filters.pipe();
    if (this.#lexer.is("elif")) return { kind: "if", test, yes, no: this.if() };
    const no = this.#lexer.take("else") ? this.#filters.pipe() : undefined;
    this.#lexer.expect("end");
    return { kind: "if", test, yes, ...(no && { no }) };
  }

  try(): Filter {
    this.#lexer.next();
    const body = this.#tried();
    if (!this.#lexer.take("catch")) return { kind: "try", body };
    return { kind: "try", body, caught: this.#tried() };
  }

  #tried(): Filter {
    return this.#lexer.is("-") ? this.#filters.signed() : this.#filters.term();
  }

  fold(kind: "reduce" | "foreach"): Filter {
    const lexer = this.#lexer;
    lexer.next();
    const source = this.#filters.term();
    lexer.expect("as");
    const patterns = this.#patterns.patterns();
    lexer.expect("(");
    const start = this.#filters.pipe();
    lexer.expect(";");
    const update = this.#filters.pipe();
    const extract = kind === "foreach" && lexer.take(";") ? this.#filters.pipe() : undefined;
    lexer.expect(")");
    return { kind, source, patterns, start, update, ...(extract && { extract }) };
  }

  label(): Filter {
    this.#lexer.next();
    const name = this.#lexer.next().text;
    this.#lexer.expect("|");
    return { kind: "label", name, body: this.#filters.pipe() };
  }
}
