/** A range of code points, or a named class such as `alpha`. */
export type SetItem = readonly [from: number, to: number] | ClassName;

export type ClassName = keyof typeof CLASSES;

/** What the classes of POSIX are: to ASCII text, and to all of Unicode. None holds a line's end. */
export const CLASSES = {
  alnum: { ascii: "0-9A-Za-z", unicode: "\\p{L}\\p{Nd}" },
  alpha: { ascii: "A-Za-z", unicode: "\\p{L}" },
  blank: { ascii: " \\t", unicode: " \\t" },
  cntrl: { ascii: "\\x00-\\x09\\x0b-\\x1f\\x7f", unicode: "\\x00-\\x09\\x0b-\\x1f\\x7f" },
  digit: { ascii: "0-9", unicode: "0-9" },
  graph: { ascii: "!-~", unicode: "!-~\\p{L}\\p{N}\\p{P}\\p{S}" },
  lower: { ascii: "a-z", unicode: "\\p{Ll}" },
  print: { ascii: " -~", unicode: " -~\\p{L}\\p{N}\\p{P}\\p{S}" },
  punct: { ascii: "!-/:-@\\[-`\\{-~", unicode: "!-/:-@\\[-`\\{-~\\p{P}\\p{S}" },
  space: { ascii: " \\t\\x0b\\f\\r", unicode: " \\t\\x0b\\f\\r" },
  upper: { ascii: "A-Z", unicode: "\\p{Lu}" },
  xdigit: { ascii: "0-9A-Fa-f", unicode: "0-9A-Fa-f" },
  word: { ascii: "0-9A-Za-z_", unicode: "\\p{L}\\p{Nd}_" },
} as const;

export type Place =
  | "start"
  | "end"
  | "text-start"
  | "text-end"
  | "boundary"
  | "no-boundary"
  | "word-start"
  | "word-end";

/** An expression as a tree, whatever it was written in. */
export type Expression =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "set"; readonly negated: boolean; readonly items: readonly SetItem[] }
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "group"; readonly captures: boolean; readonly inner: Expression }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly parts: readonly Expression[] }
  | {
      readonly kind: "repeat";
      readonly inner: Expression;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly kind: "back"; readonly group: number }
  | {
      readonly kind: "look";
      readonly behind: boolean;
      readonly negated: boolean;
      readonly inner: Expression;
    };

/** An expression that cannot be read, in the words of GNU's regcomp. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

/** Reading one that is longer takes longer than the event loop can wait. */
const LONGEST_SOURCE = 1 << 16;

export function checkSourceLength(source: string): void {
  if (source.length > LONGEST_SOURCE) throw new ExpressionError("Regular expression too big");
}

/** One of `parts`, or all of them in a row, without a level that says nothing. */
export const sequence = (parts: readonly Expression[]): Expression =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "sequence", parts };

export const choice = (parts: readonly Expression[]): Expression =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "choice", parts };

export const classSet = (name: ClassName, negated = false): Expression => ({
  kind: "set",
  negated,
  items: [name],
});

export const literal = (text: string): Expression =>
  sequence(Array.from(text, (character) => ({ kind: "character", character })));
