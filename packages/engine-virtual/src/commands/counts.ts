import { CommandError } from "./options.ts";
import { localeQuoted } from "./quote.ts";
import { factorOf } from "./sizes.ts";

export interface Count {
  readonly sign: "" | "-" | "+";
  readonly number: number;
}

/** Reads a number as `head` and `tail` take it: `5`, `-5`, `+5`, `2K`. */
export function readCount(text: string, what: "lines" | "bytes"): Count {
  const [, sign = "", digits = "", suffix = ""] = /^([+-]?)(\d+)(\w*)$/.exec(text) ?? [];
  const factor = digits === "" ? undefined : factorOf(suffix);
  if (factor === undefined)
    throw new CommandError(`invalid number of ${what}: ${localeQuoted(text.replace(/^-/, ""))}`);
  return { sign: sign === "+" || sign === "-" ? sign : "", number: Number(digits) * factor };
}
