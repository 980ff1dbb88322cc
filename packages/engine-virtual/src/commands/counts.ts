import { CommandError } from "./options.ts";
import { quoted } from "./quote.ts";

const UNITS = "KMGTPE";

/** What stands for a unit behind a number: b, kB, K, KiB, MB, M, MiB and so on. */
function unit(suffix: string): number | undefined {
  if (suffix === "") return 1;
  if (suffix === "b") return 512;
  const power = UNITS.indexOf(suffix.charAt(0).toUpperCase()) + 1;
  if (power === 0) return undefined;
  const rest = suffix.slice(1);
  if (rest === "" || rest === "iB") return 1024 ** power;
  return rest === "B" ? 1000 ** power : undefined;
}

export interface Count {
  readonly sign: "" | "-" | "+";
  readonly number: number;
}

/** Reads a number as `head` and `tail` take it: `5`, `-5`, `+5`, `2K`. */
export function readCount(text: string, what: "lines" | "bytes"): Count {
  const [, sign = "", digits = "", suffix = ""] = /^([+-]?)(\d+)(\w*)$/.exec(text) ?? [];
  const factor = digits === "" ? undefined : unit(suffix);
  if (factor === undefined) throw new CommandError(`invalid number of ${what}: ${quoted(text)}`);
  return { sign: sign === "+" || sign === "-" ? sign : "", number: Number(digits) * factor };
}
