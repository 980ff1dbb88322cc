import type { Compiled } from "./filter.ts";
import type { Json } from "./json.ts";
import { JqSyntaxError } from "./lexer.ts";
import type { Source } from "./source.ts";
import { located, topLevel } from "./source.ts";
import type { Definition } from "./syntax.ts";

/** A function that a program defines, compiled when it is first called. */
export interface UserFunction {
  readonly definition: Definition;
  /** What it sees: itself and what was there before it. */
  scope: Scope;
  compiled: Compiled | undefined;
}

type Entry =
  | { readonly kind: "variable" | "closure" | "label"; readonly name: string }
  | { readonly kind: "constant"; readonly name: string; readonly value: Json }
  | { readonly kind: "function"; readonly name: string; readonly function: UserFunction };

const FRAMES = new Set<Entry["kind"]>(["variable", "closure", "label"]);

/** What names mean at a place of a program. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #entry: Entry | undefined;
  /** How many frames are there at run time. */
  readonly depth: number;

  /** The text that it is about. */
  readonly source: Source;

  constructor(outer?: Scope, entry?: Entry, source = outer?.source ?? topLevel("")) {
    this.#outer = outer;
    this.#entry = entry;
    this.source = source;
    const isFrame = entry !== undefined && FRAMES.has(entry.kind);
    this.depth = (outer?.depth ?? 0) + (isFrame ? 1 : 0);
  }

  with(kind: "variable" | "closure" | "label", name: string): Scope {
    return new Scope(this, { kind, name });
  }

  define(definition: Definition): Scope {
    const made: UserFunction = { definition, scope: this, compiled: undefined };
    made.scope = this.lend(made, definition.name);
    return made.scope;
  }

  /** A function of a module, by the name that it has here. */
  lend(lent: UserFunction, name: string): Scope {
    return new Scope(this, { kind: "function", name, function: lent });
  }

  /** A variable that is always the same. */
  hold(name: string, value: Json): Scope {
    return new Scope(this, { kind: "constant", name, value });
  }

  /** The same names for another text. */
  within(source: Source): Scope {
    return new Scope(this, undefined, source);
  }

  /** Only the variables of the call, which modules see as well. */
  variables(): Scope {
    if (this.#outer === undefined || this.#entry?.kind === "variable") return this;
    return this.#outer.variables();
  }

  error(words: string, at: number): JqSyntaxError {
    return new JqSyntaxError(located(words, this.source, at));
  }

  /** The value of a variable that is held. */
  constant(name: string): Json | undefined {
    const isName = ({ kind, name: own }: Entry) =>
      own === name && (kind === "constant" || kind === "variable");
    const found = this.#find(isName);
    const entry = found === undefined ? undefined : found.#entry;
    return entry?.kind === "constant" ? entry.value : undefined;
  }

  /** How far away the frame of a name is. */
  hopsTo(kind: "variable" | "label", name: string): number | undefined {
    const found = this.#find((entry) => entry.kind === kind && entry.name === name);
    return found === undefined ? undefined : this.depth - found.depth;
  }

  /** What a call means: an argument of a function around it, or a function that is defined. */
  callable(name: string, count: number): number | UserFunction | undefined {
    const found = this.#find((entry) => {
      if (entry.kind === "closure") return count === 0 && entry.name === name;
      if (entry.kind !== "function") return false;
      return entry.name === name && entry.function.definition.parameters.length === count;
    });
    if (found === undefined) return undefined;
    const entry = found.#entry;
    return entry?.kind === "function" ? entry.function : this.depth - found.depth;
  }

  #find(isIt: (entry: Entry) => boolean): Scope | undefined {
    if (this.#entry !== undefined && isIt(this.#entry)) return this;
    return this.#outer === undefined ? undefined : this.#outer.#find(isIt);
  }
}
