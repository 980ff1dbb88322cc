import { byteText, CONTROL_LETTERS, rejoined } from "@agent-sandbox/shell-syntax";

const ESCAPES: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  e: "\x1b",
};

/** What GNU's stat says of a format, each time it fills it in. */
export const escapeWarnings = (format: string): readonly string[] =>
  Array.from(format.matchAll(/\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|(.|$))/gsu), ([, letter]) => {
    if (letter === "") return "backslash at end of format";
    const isKnown = letter === undefined || letter in ESCAPES || /["\\]/.test(letter);
    return isKnown ? "" : `unrecognized escape '\\${letter}'`;
  }).filter((words) => words !== "");

/** What a backslash of `--printf` stands for. */
export function unescaped(text: string): string {
  const written = text.replace(/\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.))/gs, (_, ...found) => {
    const [hex, octal, letter] = found as readonly (string | undefined)[];
    if (hex !== undefined) return byteText(Number.parseInt(hex, 16));
    if (octal !== undefined) return byteText(Number.parseInt(octal, 8) & 0xff);
    return ESCAPES[letter ?? ""] ?? letter ?? "";
  });
  return rejoined(written);
}
