import { cEscape, UNPRINTABLE } from "./c-escapes.ts";

const UNPRINTABLE_ANYWHERE = new RegExp(UNPRINTABLE, "gu");
const PLAIN = /^(?:[\w@%+,./:^-]|[{}](?=.))[\w@%+=,./:^~#{}-]*$/;

/** As GNU's programs show a name in a message: so that a shell would read it as that name. */
export function quoted(name: string): string {
  if (UNPRINTABLE.test(name)) return escapedName(name);
  if (!name.includes("'")) return `'${name}'`;
  return /["$`\\!]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : `"${name}"`;
}

/** As they show other words: in the quotes of the locale, which `complain` makes plain where that is C. */
export function localeQuoted(text: string): string {
  const escaped = text.replace(/[\\’]/g, "\\$&").replace(UNPRINTABLE_ANYWHERE, cEscape);
  return `‘${escaped}’`;
}

/** In one quotation that `$'…'` interrupts. */
function escapedName(name: string): string {
  // GNU reads a name with a quote in it twice, and begins the second time as it has ended the first.
  let isWithin = name.includes("'") && UNPRINTABLE.test(name.at(-1) ?? "");
  let shown = "'";
  for (const character of name) {
    if (character === "'") {
      shown += "'\\''";
      isWithin = false;
    } else if (UNPRINTABLE.test(character)) {
      shown += `${isWithin ? "" : "'$'"}${cEscape(character)}`;
      isWithin = true;
    } else {
      shown += `${isWithin ? "''" : ""}${character}`;
      isWithin = false;
    }
  }
  return `${shown}'`;
}

/** The same, without quotes where none are needed. */
export const quotedIfNeeded = (name: string): string => (PLAIN.test(name) ? name : quoted(name));
