const PLAIN = /^(?:[\w@%+,./:^-]|[{}](?=.))[\w@%+=,./:^~#{}-]*$/;
const UNPRINTABLE = /[\0-\x1f\x7f]/;

const LETTERS: Readonly<Record<string, string>> = {
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
};

const escaped = (character: string): string =>
  `\\${LETTERS[character] ?? character.charCodeAt(0).toString(8).padStart(3, "0")}`;

/** As GNU's programs show a name in a message: so that a shell would read it as that name. */
export function quoted(name: string): string {
  if (UNPRINTABLE.test(name)) return escapedName(name);
  if (!name.includes("'")) return `'${name}'`;
  return /["$`\\!]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : `"${name}"`;
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
      shown += `${isWithin ? "" : "'$'"}${escaped(character)}`;
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
