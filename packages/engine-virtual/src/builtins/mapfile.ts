import { decodeText } from "../shell/text.ts";
import { ArrayValue } from "../shell/variables/array-value.ts";
import { type Builtin, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const mapfile: Builtin = {
  name: "mapfile",
  description: "Read lines into an array",
  usage: "mapfile [-t] [-d DELIM] [-n COUNT] [-O ORIGIN] [-s COUNT] [-u FD] [ARRAY]",
  *run(call) {
    const { args, shell } = call;
    const { letters, rest } = readOptions(args, "d:n:O:s:tu:");
    const input = shell.channels[Number(letters.get("u") ?? 0)]?.input;
    if (input === undefined) return refuse(call, "invalid file descriptor");
    const delimiter = letters.has("d") ? (letters.get("d")?.[0] ?? "\0") : "\n";
    const origin = Number(letters.get("O") ?? 0);
    const skipped = Number(letters.get("s") ?? 0);
    const most = Number(letters.get("n") ?? 0) || Number.POSITIVE_INFINITY;
    const old = letters.has("O")
      ? shell.variables.ownArray(rest[0] ?? "MAPFILE", false).copy()
      : undefined;
    const array = old ?? new ArrayValue(false);
    for (let line = 0; line < skipped + most; line += 1) {
      const { bytes, isEnd } = yield* input.readUntil(delimiter.codePointAt(0));
      if (isEnd && bytes.length === 0) break;
      const text = decodeText(bytes) + (letters.has("t") || isEnd ? "" : delimiter);
      if (line >= skipped) array.set(origin + line - skipped, text);
      if (isEnd) break;
    }
    shell.variables.setArray(rest[0] ?? "MAPFILE", array);
    return 0;
  },
};

export const readarray: Builtin = { ...mapfile, name: "readarray" };
