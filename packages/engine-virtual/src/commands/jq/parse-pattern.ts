import type { Lexer } from "./lexer.ts";
import type { Filter, Pattern } from "./syntax.ts";

/** What patterns need of the grammar around them. */
interface Filters {
  pipe(): Filter;
  string(): Filter;
}

type ObjectPart = Extract<Pattern, { kind: "object" }>["parts"][number];

/** What stands behind `as`. */
export class PatternParser {
  readonly #lexer: Lexer;
  readonly #filters: Filters;

  constructor(lexer: Lexer, filters: Filters) {
    this.#lexer = lexer;
    this.#filters = filters;
  }

  /** One pattern, or several of which the first that fits is taken. */
  patterns(): readonly Pattern[] {
    const patterns = [this.#pattern()];
    while (this.#lexer.take("?//")) patterns.push(this.#pattern());
    return patterns;
  }

  #pattern(): Pattern {
    const lexer = this.#lexer;
    if (lexer.current.type === "variable") {
      return { kind: "variable", name: lexer.next().text.slice(1) };
    }
    if (lexer.take("[")) {
      return { kind: "array", parts: this.#until("]", () => this.#pattern()) };
    }
    lexer.expect("{");
    return { kind: "object", parts: this.#until("}", () => this.#objectPart()) };
  }

  #until<Part>(end: string, part: () => Part): readonly Part[] {
    const parts: Part[] = [];
    do parts.push(part());
    while (this.#lexer.take(","));
    this.#lexer.expect(end);
    return parts;
  }

  #objectPart(): ObjectPart {
    const lexer = this.#lexer;
    const { type, text } = lexer.current;
    if (type === "variable") {
      lexer.next();
      const name = text.slice(1);
      const key: Filter = { kind: "string", parts: [name] };
      return lexer.take(":")
        ? { key, variable: name, value: this.#pattern() }
        : { key, variable: name };
    }
    const key = this.#key();
    lexer.expect(":");
    return { key, value: this.#pattern() };
  }

  #key(): Filter {
    const lexer = this.#lexer;
    const { type, text } = lexer.current;
    if (type === "name") {
      lexer.next();
      return { kind: "string", parts: [text] };
    }
    if (type === "quote") return this.#filters.string();
    lexer.expect("(");
    const key = this.#filters.pipe();
    lexer.expect(")");
    return key;
  }
}
