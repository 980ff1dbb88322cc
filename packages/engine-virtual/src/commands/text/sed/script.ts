import type { ScriptSearch } from "./script-search.ts";

/** The expression of an address or of `s`; `undefined` for an empty one: the last that was used. */
export type Search = ScriptSearch | undefined;

export type Address =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  | { readonly kind: "step"; readonly first: number; readonly step: number }
  | { readonly kind: "expression"; readonly search: Search }
  /** Only behind a comma: so many lines more, or up to a multiple. */
  | { readonly kind: "plus"; readonly count: number }
  | { readonly kind: "multiple"; readonly of: number };

export type CaseChange = "\\U" | "\\L" | "\\u" | "\\l" | "\\E";

export type ReplacementPart = string | number | { readonly change: CaseChange };

export interface Substitution {
  readonly search: Search;
  readonly parts: readonly ReplacementPart[];
  /** Whether the text of a group is among them. */
  readonly hasGroups: boolean;
  readonly global: boolean;
  /** From which match on. */
  readonly number: number;
  /** How often the result is printed. */
  readonly prints: number;
  readonly path: string | undefined;
}

export interface SedCommand {
  readonly letter: string;
  readonly first: Address | undefined;
  readonly second: Address | undefined;
  readonly negated: boolean;
  /** Whether it asks for the line behind the one that it is at. */
  readonly looksAhead: boolean;
  /** The text of `a`, `i` and `c`, a label, or a path. */
  readonly text: string;
  /** An exit status or a line length. */
  readonly number: number | undefined;
  readonly substitution: Substitution | undefined;
  readonly translation: ReadonlyMap<string, string> | undefined;
}

export interface Script {
  readonly commands: readonly SedCommand[];
  /** Where a `b`, `t`, `T` or a `{` that is not entered goes on, by the command's place. */
  readonly targets: readonly (number | undefined)[];
  /** Whether it begins with `#n`. */
  readonly isQuiet: boolean;
}
