import type { Shell } from "../shell.ts";
import type { ArrayValue } from "../variables/array-value.ts";
import { isArray, type Variable } from "../variables/variable.ts";
import { quoteDouble, quoteKey } from "./quote-text.ts";

/** A variable as `declare -p` writes it: its letters, and the whole line. */
export function declarationOf(
  shell: Shell,
  name: string,
): { readonly letters: string; readonly text: string } {
  const variable = shell.variables.own(name);
  if (variable === undefined) return { letters: "", text: "" };
  const letters = lettersOf(variable);
  const value =
    variable.value === undefined || (isArray(variable.value) && variable.value.isUnset)
      ? ""
      : `=${isArray(variable.value) ? listText(variable.value) : quoteDouble(variable.value)}`;
  return { letters, text: `declare -${letters === "" ? "-" : letters} ${name}${value}` };
}

const LETTER = { lower: "l", upper: "u" } as const;

function lettersOf({ value, ...is }: Variable): string {
  const array = isArray(value) ? (value.associative ? "A" : "a") : "";
  return [
    ...[array, is.integer ? "i" : "", is.reference ? "n" : "", is.readonly ? "r" : ""],
    ...[is.exported ? "x" : "", is.letters === undefined ? "" : LETTER[is.letters]],
  ].join("");
}

/** `([0]="a")`, as it may be written again. */
export function listText(array: ArrayValue): string {
  const elements = array.keys().map((key) => {
    const name = typeof key === "number" ? key : quoteKey(key);
    return `[${name}]=${quoteDouble(array.get(key) ?? "")}`;
  });
  // Bash ends an associative array with a blank.
  const end = array.associative && elements.length > 0 ? " " : "";
  return `(${elements.join(" ")}${end})`;
}
