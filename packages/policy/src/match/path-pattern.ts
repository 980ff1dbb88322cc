import type { Parsed, Refusal } from "../schema/refusal.ts";
import { caseless } from "./fold.ts";
import { matchesSegment, parseSegmentGlob, type SegmentGlob } from "./segment-glob.ts";

/** A pattern of `blocked-patterns` or `allowed-patterns`, much as in a .gitignore. */
export interface PathPattern {
  /** Below which directory it is looked for; "any" is at every depth. */
  readonly anchor: "any" | "root" | "home";
  /** What stands between `**`, each a run of names. */
  readonly runs: readonly Run[];
  /** Whether only a directory of the name is meant, and what is in it. */
  readonly isDirectory: boolean;
}

type Run = readonly SegmentGlob[];

/**
 * A name alone, or a pattern that starts with `**` and a slash, is looked for at every depth; one
 * with a slash elsewhere below the root, with `~/` below the home.
 */
export function parsePathPattern(text: string): Parsed<PathPattern> {
  const refusal = refuse(text);
  if (refusal !== undefined) return refusal;
  const names = text.split("/").filter((name) => name !== "" && name !== "." && name !== "~");
  const runs: SegmentGlob[][] = [[]];
  for (const [index, name] of names.entries()) {
    if (name === "**" && index < names.length - 1) {
      runs.push([]);
      continue;
    }
    // At the end it is whatever is inside, at least one name deep.
    const glob = parseSegmentGlob(name, caseless);
    if ("refused" in glob) return glob;
    runs.at(-1)?.push(glob.value);
  }
  const anchor = anchorOf(text, names);
  // At every depth: as after a `**`.
  if (anchor === "any" && runs[0]?.length !== 0) runs.unshift([]);
  return { value: { anchor, runs, isDirectory: text.endsWith("/") } };
}

function anchorOf(text: string, names: readonly string[]): PathPattern["anchor"] {
  if (text.startsWith("~/")) return "home";
  if (names[0] === "**") return "any";
  return names.length === 1 && !text.startsWith("./") ? "any" : "root";
}

function refuse(text: string): Refusal | undefined {
  const quoted = JSON.stringify(text);
  if (/[\0-\x1f\x7f]/.test(text)) return { refused: `${quoted} has a control character` };
  if (text.includes("\\")) {
    return {
      refused: `${quoted} has a backslash, which escapes nothing`,
      hint: 'Write "/" between names, and "[*]" for a star itself',
    };
  }
  if (text.startsWith("!")) {
    return {
      refused: `${quoted} starts with "!"`,
      hint: `Write ${JSON.stringify(text.slice(1))} in filesystem.allowed-patterns`,
    };
  }
  if (/\{[^/]*,[^/]*\}/.test(text)) {
    return { refused: `${quoted} has braces`, hint: "Write one pattern for each of them" };
  }
  return refusePlace(text, quoted);
}

function refusePlace(text: string, quoted: string): Refusal | undefined {
  if (text.startsWith("/")) {
    return {
      refused: `${quoted} starts with a slash`,
      hint: `Write ".${text}" for the one at the top of the root, or the absolute path in filesystem.exclude`,
    };
  }
  const names = text.split("/");
  if (names.includes("..")) {
    return { refused: `${quoted} has a ".." segment`, hint: "Write it in filesystem.exclude" };
  }
  if (names[0] !== "~" && text.startsWith("~")) {
    return { refused: `${quoted} names another user's home`, hint: 'Write "~/" for your own' };
  }
  if (names.every((name) => name === "" || name === "." || name === "~" || name === "**")) {
    return { refused: `${quoted} names no file`, hint: "Write it in filesystem.exclude" };
  }
  return undefined;
}

/**
 * Whether the pattern matches the path of these folded names or a directory above it. `isFile` says
 * that the last name is known to be no directory. As in a name, no run is looked for again.
 */
export function matchesPath(
  { runs, isDirectory }: PathPattern,
  names: readonly string[],
  isFile = false,
): boolean {
  const shown = isFile && isDirectory ? names.slice(0, -1) : names;
  const [first = [], ...rest] = runs;
  let at = endOf(first, shown, 0);
  for (const run of rest) at = at === -1 ? -1 : endOfNext(run, shown, at);
  return at !== -1;
}

function endOf(run: Run, names: readonly string[], at: number): number {
  const fits = run.every((glob, index) => {
    const name = names[at + index];
    return name !== undefined && matchesSegment(glob, name);
  });
  return fits ? at + run.length : -1;
}

function endOfNext(run: Run, names: readonly string[], from: number): number {
  for (let at = from; at + run.length <= names.length; at++) {
    const end = endOf(run, names, at);
    if (end !== -1) return end;
  }
  return -1;
}
