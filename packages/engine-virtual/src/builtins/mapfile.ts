import type { Running } from "../commands/command.ts";
import type { SharedInput } from "../shell/io/shared-input.ts";
import { orNothing } from "../shell/io/or-nothing.ts";
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
    const [name = "MAPFILE"] = rest;
    const array = letters.has("O")
      ? shell.variables.ownArray(name, false).copy()
      : new ArrayValue(false);
    const bad = badCountOf(letters);
    if (bad !== undefined) return refuse(call, bad);
    yield* readLines(input, array, wishOf(letters));
    shell.variables.setArray(name, array);
    return 0;
  },
};

const COUNTS = [
  ["n", "line count"],
  ["s", "line count"],
  ["O", "array origin"],
] as const;

/** What is said of a number that is none. */
function badCountOf(letters: ReadonlyMap<string, string>): string | undefined {
  for (const [letter, what] of COUNTS) {
    const given = letters.get(letter) ?? "0";
    if (!/^\s*\+?\d+\s*$/.test(given)) return `${given}: invalid ${what}`;
  }
  return undefined;
}

function* readLines(input: SharedInput, array: ArrayValue, wish: Wish): Running<void> {
  for (let line = 0; line < wish.skipped + wish.most; line += 1) {
    const { bytes, isEnd } = yield* orNothing(input.readUntil(wish.delimiter.codePointAt(0)));
    if (isEnd && bytes.length === 0) return;
    const text = decodeText(bytes) + (wish.trims || isEnd ? "" : wish.delimiter);
    if (line >= wish.skipped) array.set(wish.origin + line - wish.skipped, untilNul(text));
    if (isEnd) return;
  }
}

/** A value holds no zero byte: it ends there. */
function untilNul(text: string): string {
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}

interface Wish {
  readonly delimiter: string;
  readonly origin: number;
  readonly skipped: number;
  readonly most: number;
  readonly trims: boolean;
}

function wishOf(letters: ReadonlyMap<string, string>): Wish {
  const delimiter = letters.get("d");
  return {
    delimiter: delimiter === undefined ? "\n" : (delimiter[0] ?? "\0"),
    origin: Number(letters.get("O") ?? 0),
    skipped: Number(letters.get("s") ?? 0),
    most: Number(letters.get("n") ?? 0) || Number.POSITIVE_INFINITY,
    trims: letters.has("t"),
  };
}

export const readarray: Builtin = {
  ...mapfile,
  name: "readarray",
  usage: mapfile.usage.replace("mapfile", "readarray"),
};
