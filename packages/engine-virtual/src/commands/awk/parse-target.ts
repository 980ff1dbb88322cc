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
    return { kind: "element", array: name, subscripts };
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
