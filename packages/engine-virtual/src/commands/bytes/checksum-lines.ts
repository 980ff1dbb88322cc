import type { Digest } from "./digests.ts";

/** One line of a list of checksums. */
export interface Listed {
  readonly digest: string;
  readonly name: string;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r" };

/** A name that would break its line is written with escapes, and the line begins with a backslash. */
function escaped(name: string): readonly [mark: string, name: string] {
  if (!/[\\\n\r]/.test(name)) return ["", name];
  return ["\\", name.replaceAll(/[\\\n\r]/g, (character) => ESCAPES[character] ?? character)];
}

const unescaped = (name: string): string =>
  name.replaceAll(/\\([\\nr])/g, (_, letter: string) => ({ n: "\n", r: "\r" })[letter] ?? "\\");

export function plainLine({ digest, name }: Listed, isBinary: boolean): string {
  const [mark, shown] = escaped(name);
  return `${mark}${digest} ${isBinary ? "*" : " "}${shown}`;
}

export function taggedLine({ digest, name }: Listed, tag: string): string {
  const [mark, shown] = escaped(name);
  return `${mark}${tag} (${shown}) = ${digest}`;
}

function parsed(line: string, { length, tag }: Digest): Listed | undefined {
  const hex = `([0-9a-fA-F]{${length}})`;
  const [, first, name] = new RegExp(`^[ \\t]*${hex} [ *](.+)$`, "s").exec(line) ?? [];
  if (first !== undefined && name !== undefined) return { digest: first.toLowerCase(), name };
  const [, tagged, last] = new RegExp(`^${tag} \\((.*)\\) = ${hex}$`, "s").exec(line) ?? [];
  if (tagged === undefined || last === undefined) return undefined;
  return { digest: last.toLowerCase(), name: tagged };
}

/** Reads either form; `undefined` where it is no line of such a list. */
export function parseLine(line: string, digest: Digest): Listed | undefined {
  if (!line.startsWith("\\")) return parsed(line, digest);
  const listed = parsed(line.slice(1), digest);
  return listed === undefined ? undefined : { ...listed, name: unescaped(listed.name) };
}
