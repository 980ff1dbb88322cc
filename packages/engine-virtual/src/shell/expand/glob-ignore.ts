import { matches } from "../pattern/match-pattern.ts";
import { type Pattern, patternOf } from "../pattern/parse-pattern.ts";
import type { Shell } from "../shell.ts";

/** Says of a path that a pattern has found whether GLOBIGNORE takes it away; `undefined` where that is not set. */
export function globIgnoreOf(shell: Shell): ((path: string) => boolean) | undefined {
  const text = shell.variables.text("GLOBIGNORE");
  if (text === undefined || text === "") return undefined;
  const ignoresCase = shell.isOn("nocaseglob");
  const ignored = patternsIn(ignoresCase ? text.toLowerCase() : text);
  return (path) => {
    const parts = (ignoresCase ? path.toLowerCase() : path).split("/");
    return ignored.some((one) => areMatched(one, parts));
  };
}

/** Parted by colons, each by its slashes, which no `*` matches. */
const patternsIn = (text: string): readonly (readonly Pattern[])[] =>
  (text.match(/(?:\\[^]|[^:\\])+/g) ?? []).map((one) =>
    one.split("/").map((part) => patternOf(part)),
  );

const areMatched = (patterns: readonly Pattern[], parts: readonly string[]): boolean =>
  patterns.length === parts.length &&
  patterns.every((pattern, index) => matches(pattern, parts[index] ?? ""));
