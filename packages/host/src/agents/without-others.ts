/** A key at the top, with or without quotes. */
const KEY = /^(["']?)([A-Za-z][\w-]*)\1[ \t]*:(?:\s|$)/;

/** Of those that are read here, any spelling. */
const OURS = /^(?:model|.*tools?)$/i;

/**
 * Front matter with empty lines in place of what is not read here. Claude Code takes descriptions that are no
 * YAML, such as "Examples: user: hello", and writes them itself. Undefined where a line is not plainly a
 * key's or a part of one: what cannot be told apart is not left out.
 */
export function withoutOthers(text: string): string | undefined {
  let isOurs = true;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const [, , key] = KEY.exec(line) ?? [];
    if (key === undefined && !/^(?:[ \t]|#|-[ \t]|\r?$)/.test(line)) return undefined;
    if (key !== undefined) isOurs = OURS.test(key);
    lines.push(isOurs ? line : "");
  }
  return lines.join("\n");
}
