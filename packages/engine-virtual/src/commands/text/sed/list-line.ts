import { encodeText } from "../../../shell/text.ts";

const NAMES: ReadonlyMap<number, string> = new Map([
  [7, "\\a"],
  [8, "\\b"],
  [9, "\\t"],
  [10, "\\n"],
  [11, "\\v"],
  [12, "\\f"],
  [13, "\\r"],
  [92, "\\\\"],
]);

function shown(byte: number): string {
  const name = NAMES.get(byte);
  if (name !== undefined) return name;
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

/** A line as `l` shows it, folded at `width`; 0 for never. */
export function listLine(text: string, width: number): string {
  let written = "";
  let column = 0;
  for (const byte of encodeText(text)) {
    const part = shown(byte);
    if (width > 0 && column + part.length > width - 1) {
      written += "\\\n";
      column = 0;
    }
    written += part;
    column += part.length;
  }
  return `${written}$\n`;
}
