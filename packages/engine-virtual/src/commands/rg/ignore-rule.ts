import { globMatcher } from "../glob-match.ts";

type Part = "any" | ((name: string) => boolean);

/** One line of a .gitignore (gitignore(5)). */
export interface IgnoreRule {
  readonly isException: boolean;
  readonly isForDirectories: boolean;
  /** Of a path below the directory that the file stands in. */
  readonly matches: (path: string) => boolean;
}

export interface RuleOptions {
  readonly ignoreCase?: boolean;
}

/** Alternatives in braces, which globs of the command line may have. */
function alternatives(glob: string): readonly string[] {
  const [, before, inside, behind] = /^((?:[^\\{]|\\.)*)\{([^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (before === undefined || inside === undefined || behind === undefined) return [glob];
  return inside.split(",").flatMap((one) => alternatives(before + one + behind));
}

const partOf = (segment: string, ignoreCase: boolean): Part =>
  segment === "**" ? "any" : globMatcher(segment, ignoreCase);

/** `**` takes any number of folders: each place of the path that the parts so far may end at. */
function matchesAll(parts: readonly Part[], names: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const end of ends) {
      if (part === "any") for (let at = end; at <= names.length; at += 1) next.add(at);
      else if (end < names.length && part(names[end] ?? "")) next.add(end + 1);
    }
    ends = next;
  }
  return ends.has(names.length);
}

export function ignoreRule(
  line: string,
  { ignoreCase = false }: RuleOptions = {},
): IgnoreRule | undefined {
  const text = line.replace(/(?<!\\)\s+$/, "");
  if (text === "" || text.startsWith("#")) return undefined;
  const isException = text.startsWith("!");
  const glob = (isException ? text.slice(1) : text).replace(/^\\(?=[#!])/, "");
  const isForDirectories = glob.endsWith("/");
  const body = isForDirectories ? glob.slice(0, -1) : glob;
  const isAnchored = body.includes("/");
  const globs = alternatives(body.replace(/^\//, "")).map((one) => {
    const parts = one.split("/").map((segment) => partOf(segment, ignoreCase));
    // Behind `a/**` there must be something.
    const all = one.endsWith("/**")
      ? [...parts.slice(0, -1), (): boolean => true, "any" as const]
      : parts;
    return isAnchored ? all : (["any", ...all] as const);
  });
  const matches = (path: string): boolean => {
    const names = path.split("/");
    return globs.some((parts) => matchesAll(parts, names));
  };
  return { isException, isForDirectories, matches };
}

export const ignoreRules = (text: string, options?: RuleOptions): readonly IgnoreRule[] =>
  text.split(/\r?\n/).flatMap((line) => ignoreRule(line, options) ?? []);

/** What the last rule that matches says; undefined where none does. */
export function judgedBy(
  rules: readonly IgnoreRule[],
  path: string,
  isDirectory: boolean,
): "ignored" | "kept" | undefined {
  const rule = rules.findLast(
    ({ isForDirectories, matches }) => (isDirectory || !isForDirectories) && matches(path),
  );
  if (rule === undefined) return undefined;
  return rule.isException ? "kept" : "ignored";
}
