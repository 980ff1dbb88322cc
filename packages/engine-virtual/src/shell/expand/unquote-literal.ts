import type { FieldBuilder } from "./field-builder.ts";

/** Bare text of a word, where a backslash quotes the next character. */
export function addLiteral(
  builder: FieldBuilder,
  literal: { readonly value: string; readonly text: string },
  splits: boolean,
): void {
  const add = (text: string) => (splits ? builder.expanded(text) : builder.bare(text));
  if (literal.value === literal.text) {
    add(literal.value);
    return;
  }
  const pieces = literal.text.split(/(\\(?:[^]|$))/u);
  for (const piece of pieces) {
    if (!piece.startsWith("\\") || piece === "\\") add(piece);
    else if (piece !== "\\\n") builder.quoted(piece.slice(1));
  }
}
