import type { Lexer, StringPiece } from "./lexer.ts";
import type { Filter, StringPart } from "./syntax.ts";
import { EscapeError, unescapedJson } from "./unescaped-json.ts";
import { validText } from "./valid-text.ts";

interface Grammar {
  pipe(): Filter;
}

/** A string with what is inserted in it; each of that is formatted where a format stands in front. */
export function parseString(lexer: Lexer, grammar: Grammar, format?: string): Filter {
  const parts: StringPart[] = [];
  lexer.intoString();
  for (;;) {
    const piece = lexer.stringPiece();
    if (piece.text !== "") parts.push(unescaped(lexer, piece));
    if (piece.isEnd) break;
    parts.push(grammar.pipe());
    if (!lexer.is(")")) lexer.fail();
    lexer.intoString();
  }
  lexer.outOfString();
  return { kind: "string", parts, ...(format !== undefined && { format }) };
}

/** Escapes side by side, which jq reads as JSON of their own. */
const ESCAPES = /(?:\\u[\da-zA-Z]{0,4}|\\[^u])+/g;

function unescaped(lexer: Lexer, { text, at }: StringPiece): string {
  const said = text.replace(ESCAPES, (escapes: string, before: number) => {
    try {
      return unescapedJson(escapes);
    } catch (error) {
      if (!(error instanceof EscapeError)) throw error;
      const place = `line 1, column ${escapes.length + 2} (while parsing '"${escapes}"')`;
      return lexer.failAt(`${error.message} at ${place}`, at + before);
    }
  });
  return validText(said);
}
