import { applyEdits, modify, parseTree, type ParseError } from "jsonc-parser";

/** As `ConfigFormat.loadEditor` has it, for JSON with comments. */
export function editJsonc(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  const document = text.trim() === "" ? "{}\n" : text;
  const edited = applyEdits(document, modify(document, [...path], value, { formattingOptions }));
  return value === undefined ? withoutStrayComma(edited) : edited;
}

/** jsonc-parser leaves the trailing comma of an only property or item that it takes away. */
function withoutStrayComma(text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined || text[error.offset] !== ",") return text;
  return text.slice(0, error.offset) + text.slice(error.offset + 1);
}
