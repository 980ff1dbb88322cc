import type { Lexer } from "./lexer.ts";
import { optional } from "./optional.ts";
import { textOf } from "./parse-object.ts";
import type { Filter } from "./syntax.ts";

type Suffixed = Parameters<typeof optional>[0];

/** What suffixes need of the grammar around them. */
interface Filters {
  pipe(): Filter;
  string(): Filter;
}

/** What stands behind a term: `.field`, `[…]` and `?`. */
export class SuffixParser {
  readonly #lexer: Lexer;
  readonly #filters: Filters;

  constructor(lexer: Lexer, filters: Filters) {
    this.#lexer = lexer;
    this.#filters = filters;
  }

  /** A term with one suffix more; `undefined` where none follows. */
  suffix(of: Filter): Filter | undefined {
    if (this.#lexer.take("?")) return { kind: "try", body: of };
    const step = this.#step(of);
    return step !== undefined && this.#lexer.take("?") ? optional(step) : step;
  }

  #step(of: Filter): Suffixed | undefined {
    const lexer = this.#lexer;
    if (lexer.current.type === "field") {
      return { kind: "index", of, key: textOf(lexer.next().text.slice(1)) };
    }
    if (lexer.is("[")) return this.#bracket(of);
    if (!lexer.take(".")) return undefined;
    if (lexer.current.type === "quote") return { kind: "index", of, key: this.#filters.string() };
    return lexer.is("[") ? this.#bracket(of) : lexer.fail();
  }

  #bracket(of: Filter): Suffixed {
    const lexer = this.#lexer;
    lexer.expect("[");
    if (lexer.take("]")) return { kind: "iterate", of };
    if (lexer.take(":")) return this.#sliceEnd(of, undefined);
    const key = this.#filters.pipe();
    if (lexer.take("]")) return { kind: "index", of, key };
    lexer.expect(":");
    if (lexer.take("]")) return { kind: "slice", of, from: key };
    return this.#sliceEnd(of, key);
  }

  #sliceEnd(of: Filter, from: Filter | undefined): Suffixed {
    const to = this.#filters.pipe();
    this.#lexer.expect("]");
    return { kind: "slice", of, to, ...(from && { from }) };
  }
}
