import type { Expression, Getline, Target } from "./syntax.ts";
import type { Tokens } from "./tokens.ts";

/** What targets need of the grammar around them. */
interface Expressions {
  list(): readonly Expression[];
  name(): string;
  primary(): Expression;
  stepped(): Expression;
}

/** The signs that count a variable up and down. */
export const STEPS = [
  ["++", 1],
  ["--", -1],
] as const;

const OWN_ARRAYS: ReadonlySet<string> = new Set(["PROCINFO", "SYMTAB", "FUNCTAB"]);

/** What a value can be put into, and `getline`, which may have one. */
export class TargetParser {
  readonly #tokens: Tokens;
  readonly #expressions: Expressions;

  constructor(tokens: Tokens, expressions: Expressions) {
    this.#tokens = tokens;
    this.#expressions = expressions;
  }

  target(): Target {
    if (this.#tokens.take("$")) return { kind: "field", number: this.#fieldNumber() };
    const name = this.#expressions.name();
    if (!this.#tokens.take("[")) return { kind: "variable", name };
    const subscripts = this.#expressions.list();
    this.#tokens.expect("]");
    this.#checkOwn(name, subscripts);
    return { kind: "element", array: this.#tokens.array(name), subscripts };
  }

  /** gawk's own arrays are not here, but for the order of loops. */
  #checkOwn(name: string, [first]: readonly Expression[]): void {
    const isOrder = first?.kind === "string" && first.value === "sorted_in";
    if (!OWN_ARRAYS.has(name) || (name === "PROCINFO" && isOrder)) return;
    const known = name === "PROCINFO" ? ', but for PROCINFO["sorted_in"]' : "";
    this.#tokens.fail(`${name} is not supported${known}`);
  }

  #fieldNumber(): Expression {
    for (const [mark, delta] of STEPS) {
      if (this.#tokens.take(mark)) {
        return { kind: "step", delta, isPrefix: true, target: this.target() };
      }
    }
    return this.#expressions.primary();
  }

  getline(): Getline {
    const target = this.getlineTarget();
    const known = { kind: "getline", ...(target && { target }) } as const;
    if (!this.#tokens.take("<")) return { ...known, from: "input" };
    return { ...known, from: "file", source: this.#expressions.stepped() };
  }

  getlineTarget(): Target | undefined {
    const isOne = this.#tokens.current.type === "name" || this.#tokens.is("$");
    return isOne ? this.target() : undefined;
  }
}
