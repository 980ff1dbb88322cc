import { echoText, type EscapeKind, type Written } from "./echo-text.ts";

const ESCAPE = /\\(?:([xuU])(?![\da-fA-F])|[^])/g;

/** Escapes as `printf` has them: of one whose digits are missing it is told behind what, and it stays. */
export function printfEscapes(
  text: string,
  kind: Exclude<EscapeKind, "echo">,
  tell: (words: string, before: string) => void,
): Written {
  let written = "";
  let from = 0;
  for (const { 1: letter, index } of text.matchAll(ESCAPE)) {
    if (letter === undefined) continue;
    const piece = echoText(text.slice(from, index), kind);
    written += piece.written;
    if (piece.isEnd) return { written, isEnd: true };
    tell(`missing ${letter === "x" ? "hex" : "unicode"} digit for \\${letter}`, written);
    from = index;
  }
  const rest = echoText(text.slice(from), kind);
  return { written: written + rest.written, isEnd: rest.isEnd };
}
