/** Values by key, each key's in git's own order: the last one counts, where only one does. */
export type ConfigValues = ReadonlyMap<string, readonly string[]>;

/** Parses `git config --list -z`: a key in lower case, a line feed and its value; no value is "true". */
export function parseConfigValues(text: string): ConfigValues {
  const values = new Map<string, string[]>();
  for (const entry of text.split("\0")) {
    if (entry === "") continue;
    const end = entry.indexOf("\n");
    const key = end === -1 ? entry : entry.slice(0, end);
    const value = end === -1 ? "true" : entry.slice(end + 1);
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}
