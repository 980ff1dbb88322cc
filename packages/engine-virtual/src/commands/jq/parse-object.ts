import type { Lexer } from "./lexer.ts";
import type { Filter, ObjectEntry } from "./syntax.ts";

/** What objects need of the grammar around them. */
interface Filters {
  pipe(): Filter;
  alternative(): Filter;
  string(): Filter;
  format(): Filter;
  variable(): Filter;
}

const IDENTITY: Filter = { kind: "identity" };

export const textOf = (text: string): Filter => ({ kind: "string", parts: [text] });

/** `{ … }` */
export class ObjectParser {
  readonly #lexer: Lexer;
  readonly #filters: Filters;

  constructor(lexer: Lexer, filters: Filters) {
    this.#lexer = lexer;
    this.#filters = filters;
  }

  object(): Filter {
    const lexer = this.#lexer;
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
    const { type, text } = this.#lexer.current;
    if (type === "variable") {
      const value = this.#filters.variable();
      return { key: textOf(text.slice(1)), value };
    }
    const key = this.#key();
    if (this.#lexer.take(":")) return { key, value: this.#entryValue() };
    if (this.#lexer.is("(") || type === "operator") this.#lexer.fail();
    return { key, value: { kind: "index", of: IDENTITY, key } };
  }

  #key(): Filter {
    const { type, text } = this.#lexer.current;
    if (type === "name") return textOf(this.#lexer.next().text);
    if (type === "number") {
      this.#lexer.next();
      return textOf(text);
    }
    if (type === "quote") return this.#filters.string();
    if (type === "format") return this.#filters.format();
    this.#lexer.expect("(");
    const key = this.#filters.pipe();
    this.#lexer.expect(")");
    return key;
  }

  /** A value of an object: no comma stands in it, pipes do. */
  #entryValue(): Filter {
    const left = this.#filters.alternative();
    return this.#lexer.take("|") ? { kind: "pipe", left, right: this.#entryValue() } : left;
  }
}
