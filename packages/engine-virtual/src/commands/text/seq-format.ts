import { formatNumber, numberOf } from "../../builtins/format-number.ts";
import { CommandError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

const DIRECTIVE = /%([-+ #0']*)(\d*)(?:\.(\d*))?(L?)([^%]|$)/;

const unescaped = (text: string): string => text.replaceAll("%%", "%");

/** The one directive of a format, and what stands around it. */
function directiveIn(format: string): RegExpExecArray {
  // What is doubled is no directive; its place is kept.
  const found = DIRECTIVE.exec(format.replaceAll("%%", "\0\0"));
  const shown = localeQuoted(format);
  if (found === null) throw new CommandError(`format ${shown} has no % directive`);
  const letter = found[5] ?? "";
  if (letter === "") throw new CommandError(`format ${shown} ends in %`);
  if (!/[aefgAEFG]/.test(letter)) {
    throw new CommandError(`format ${shown} has unknown %${letter} directive`);
  }
  return found;
}

/** How `-f` writes a number: by one directive of printf(3) for a floating point number. */
export function formatFor(format: string): (text: string) => string {
  const found = directiveIn(format);
  const [all, flags = "", widthText, precision, , letter = "g"] = found;
  const before = unescaped(format.slice(0, found.index));
  const after = format.slice(found.index + all.length);
  if (DIRECTIVE.test(after.replaceAll("%%", "\0\0"))) {
    throw new CommandError(`format ${localeQuoted(format)} has too many % directives`);
  }
  const width = Number(widthText);
  const isLeft = flags.includes("-");
  const shape = {
    flags: isLeft ? flags.replaceAll("0", "") : flags,
    precision: precision === undefined ? undefined : Number(precision),
    width: isLeft ? 0 : width,
  };
  const end = unescaped(after);
  return (number) => {
    const { value } = numberOf(number, "fraction");
    const text = formatNumber(letter, value, shape);
    return before + (isLeft ? text.padEnd(width) : text.padStart(width)) + end;
  };
}
