import type { Filter, Import, ObjectEntry } from "./syntax.ts";
import type { Lexer } from "./lexer.ts";

/** What these need of the grammar around them. */
interface Filters {
  string(): Filter;
  term(): Filter;
  name(): string;
}

/** What stands in front of a program or of a module: `module`, `import` and `include`. */
export class HeaderParser {
  readonly #lexer: Lexer;
  readonly #filters: Filters;

  constructor(lexer: Lexer, filters: Filters) {
    this.#lexer = lexer;
    this.#filters = filters;
  }

  imports(): readonly Import[] {
    if (this.#lexer.take("module")) {
      this.#filters.term();
      this.#lexer.expect(";");
    }
    const imports: Import[] = [];
    while (this.#lexer.is("import") || this.#lexer.is("include")) imports.push(this.#import());
    return imports;
  }

  #import(): Import {
    const isIncluded = this.#lexer.next().text === "include";
    const path = this.#path();
    const as = isIncluded ? {} : this.#as();
    const metadata = this.#lexer.is(";") ? undefined : this.#filters.term();
    this.#lexer.expect(";");
    const search = metadata?.kind === "object" ? searchIn(metadata.entries) : undefined;
    return { path, ...as, ...(search !== undefined && { search }) };
  }

  #path(): string {
    const { at } = this.#lexer.current;
    if (this.#lexer.current.type !== "quote") this.#lexer.fail();
    const text = textIn(this.#filters.string());
    return text ?? this.#lexer.failAt("Import path must be constant", at);
  }

  #as(): { readonly as: string; readonly isData: boolean } {
    this.#lexer.expect("as");
    if (this.#lexer.current.type !== "variable") return { as: this.#filters.name(), isData: false };
    return { as: this.#lexer.next().text.slice(1), isData: true };
  }
}

/** What a string without parts to fill in says. */
function textIn(filter: Filter): string | undefined {
  if (filter.kind !== "string" || filter.parts.length > 1) return undefined;
  const [text = ""] = filter.parts;
  return typeof text === "string" ? text : undefined;
}

/** Where a module is searched for, as its import says. */
function searchIn(entries: readonly ObjectEntry[]): readonly string[] | undefined {
  const value = entries.find(({ key }) => textIn(key) === "search")?.value;
  return value === undefined ? undefined : listed(value).flatMap((one) => textIn(one) ?? []);
}

function listed(filter: Filter): readonly Filter[] {
  if (filter.kind === "array") return filter.inner === undefined ? [] : listed(filter.inner);
  if (filter.kind !== "comma") return [filter];
  return [...listed(filter.left), ...listed(filter.right)];
}
