import type { ScriptReader } from "./script-reader.ts";

/** The path of `r`, `R`, `w` and `W`, which goes to the end of the line. */
export function readPath(reader: ScriptReader): string {
  reader.skipBlanks();
  if (reader.isAtEnd || reader.peek() === "\n") {
    throw reader.failure("missing filename in r/R/w/W commands");
  }
  return reader.restOfLine();
}
