/** A jq program as a tree. */

export type Filter =
  | { readonly kind: "identity" }
  | { readonly kind: "recurse" }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly parts: readonly StringPart[]; readonly format?: string }
  | { readonly kind: "format"; readonly name: string }
  | { readonly kind: "index"; readonly of: Filter; readonly key: Filter }
  | { readonly kind: "slice"; readonly of: Filter; readonly from?: Filter; readonly to?: Filter }
  | { readonly kind: "iterate"; readonly of: Filter }
  | { readonly kind: "array"; readonly inner?: Filter }
  | { readonly kind: "object"; readonly entries: readonly ObjectEntry[] }
  | { readonly kind: "negate"; readonly inner: Filter }
  | { readonly kind: "pipe" | "comma"; readonly left: Filter; readonly right: Filter }
  | {
      readonly kind: "binary";
      readonly operator: string;
      /** Where it begins, for those that divide. */
      readonly at?: number;
      readonly left: Filter;
      readonly right: Filter;
    }
  | { readonly kind: "if"; readonly test: Filter; readonly yes: Filter; readonly no?: Filter }
  | { readonly kind: "try"; readonly body: Filter; readonly caught?: Filter }
  | {
      readonly kind: "reduce" | "foreach";
      readonly source: Filter;
      readonly patterns: readonly Pattern[];
      readonly start: Filter;
      readonly update: Filter;
      readonly extract?: Filter;
    }
  | {
      readonly kind: "bind";
      readonly source: Filter;
      readonly patterns: readonly Pattern[];
      readonly body: Filter;
    }
  | { readonly kind: "define"; readonly definition: Definition; readonly body: Filter }
  | { readonly kind: "label"; readonly name: string; readonly body: Filter }
  | { readonly kind: "break"; readonly name: string; readonly at: number }
  | { readonly kind: "variable"; readonly name: string; readonly line: number; readonly at: number }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly args: readonly Filter[];
      readonly at: number;
    };

export type StringPart = string | Filter;

export interface ObjectEntry {
  readonly key: Filter;
  readonly value: Filter;
}

/** What a value is taken apart by. */
export type Pattern =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "array"; readonly parts: readonly Pattern[] }
  | {
      readonly kind: "object";
      readonly parts: readonly {
        readonly key: Filter;
        readonly variable?: string;
        readonly value?: Pattern;
      }[];
    };

export interface Definition {
  readonly name: string;
  /** With a `$` in front where the argument's values are wanted. */
  readonly parameters: readonly string[];
  readonly body: Filter;
}

/** A module that a program wants: its functions, with a name in front or as they are, or its values. */
export interface Import {
  readonly path: string;
  readonly as?: string;
  readonly isData?: boolean;
  readonly search?: readonly string[];
}

/** A program, or a module: that has definitions only. */
export interface Program {
  readonly imports: readonly Import[];
  readonly definitions: readonly Definition[];
  readonly body: Filter;
}
