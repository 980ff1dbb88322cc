import { cEscape, UNPRINTABLE } from "./c-escapes.ts";
import type { LsCall } from "./ls-options.ts";
import { localeQuoted, quoted, quotedIfNeeded } from "./quote.ts";

type Quote = (name: string) => string;

/** As C writes a text. */
const asInC: Quote = (name) => `"${name.replace(/["\\\0-\x1f\x7f\udc80-\udcff]/gu, cEscape)}"`;

/** The same without quotes, where a blank has a backslash. */
const escape: Quote = (name) =>
  name.replace(/[ \\\0-\x1f\x7f\udc80-\udcff]/gu, (character) =>
    character === " " ? "\\ " : cEscape(character),
  );

/** With every character as it is. */
const inQuotes: Quote = (name) => (UNPRINTABLE.test(name) ? `'${name}'` : quoted(name));

const STYLES: Readonly<Record<string, Quote>> = {
  literal: (name) => name,
  shell: (name) => (name === quotedIfNeeded(name) ? name : inQuotes(name)),
  "shell-always": inQuotes,
  "shell-escape": quotedIfNeeded,
  "shell-escape-always": quoted,
  c: asInC,
  "c-maybe": (name) => (/["\0-\x1f\x7f\udc80-\udcff]/u.test(name) ? asInC(name) : name),
  escape,
  locale: localeQuoted,
  clocale: localeQuoted,
};

/** How names are shown: as they are, since there is no terminal, unless it is told. */
export function quotingOf({ options }: LsCall): Quote {
  const quote = styleOf(options);
  if (options.last("noControls", "controls") !== "noControls") return quote;
  return (name) => quote(name).replace(/[\0-\x1f\x7f\udc80-\udcff]/gu, "?");
}

function styleOf(options: LsCall["options"]): Quote {
  const last = options.last("quoteName", "escape", "literal", "quotingStyle", "zero");
  if (last === "quoteName") return asInC;
  if (last === "escape") return escape;
  const word = last === "quotingStyle" ? options.value("quotingStyle") : undefined;
  return STYLES[word ?? "literal"] ?? ((name) => name);
}
