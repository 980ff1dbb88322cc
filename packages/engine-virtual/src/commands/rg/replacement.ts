/** The names of an expression's groups, by their numbers. */
function namedGroups(pattern: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  let count = 0;
  for (const [part, name] of pattern.matchAll(/\\.|\[(?:\\.|[^\]])*\]|\(\?P?<(\w+)>|\((?!\?)/gs)) {
    if (!part.startsWith("(")) continue;
    count += 1;
    if (name !== undefined) names.set(name, count);
  }
  return names;
}

/** What `-r` puts in place of a match: `$1`, `${1}`, `$name` and `$$`. */
export class Replacement {
  readonly #text: string;
  readonly #names: ReadonlyMap<string, number>;

  constructor(text: string, pattern: string) {
    this.#text = text;
    this.#names = namedGroups(pattern);
  }

  of(groups: readonly (string | undefined)[]): string {
    return this.#text.replace(/\$\$|\$\{\w+\}|\$\w+/g, (reference) => {
      if (reference === "$$") return "$";
      const name = reference.replace(/[${}]/g, "");
      const number = /^\d+$/.test(name) ? Number(name) : this.#names.get(name);
      return number === undefined ? "" : (groups[number] ?? "");
    });
  }
}
