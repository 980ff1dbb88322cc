const PLAIN = /^(?:[\w@%+,./:^-]|[{}](?=.))[\w@%+=,./:^~#{}-]*$/;
const UNPRINTABLE = /[\0-\x1f\x7f]/;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
]);

const escaped = (character: string): string =>
  ESCAPES.get(character) ?? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;

/** As GNU's programs show a name in a message: so that a shell would read it as that name. */
export function quoted(name: string): string {
  if (UNPRINTABLE.test(name)) {
    const parts = name.split(/([\0-\x1f\x7f]+)/).map((part) => {
      if (part === "") return "";
      return UNPRINTABLE.test(part) ? `$'${Array.from(part, escaped).join("")}'` : `'${part}'`;
    });
    return parts.join("");
  }
  if (!name.includes("'")) return `'${name}'`;
  return /["$`\\!]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : `"${name}"`;
}

/** The same, without quotes where none are needed. */
export const quotedIfNeeded = (name: string): string => (PLAIN.test(name) ? name : quoted(name));
