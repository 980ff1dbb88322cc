import type { Running } from "../../commands/command.ts";
import type { Entry } from "../../files/files.ts";
import { LimitError } from "../../files/errors.ts";
import { matches } from "../pattern/match-pattern.ts";
import { type Pattern, patternOf } from "../pattern/parse-pattern.ts";
import type { Shell } from "../shell.ts";
import { isGlob, unescapePattern } from "./field-builder.ts";
import { globIgnoreOf } from "./glob-ignore.ts";

/** The paths that a pattern matches, sorted; none where nothing does. */
export function* expandGlob(shell: Shell, pattern: string): Running<readonly string[]> {
  const isAbsolute = pattern.startsWith("/");
  const walk = new Walk(shell);
  const segments = segmentsOf(pattern);
  yield* walk.go(isAbsolute ? "/" : "", segments);
  const isIgnored = globIgnoreOf(shell);
  const found =
    isIgnored === undefined ? walk.found : walk.found.filter((path) => !isIgnored(path));
  return found.sort(byBytes);
}

/** As in the C.UTF-8 locale. */
function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates stand for what comes behind all other characters. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** What GLOBIGNORE does not name is shown, hidden or not. */
const showsHidden = (shell: Shell): boolean =>
  shell.isOn("dotglob") || globIgnoreOf(shell) !== undefined;

function segmentsOf(pattern: string): readonly string[] {
  const segments = pattern.split(/\/+/);
  const from = segments[0] === "" ? segments.slice(1) : segments;
  // A slash at the end wants a directory.
  return from.map((segment, index) => (index < from.length - 1 ? `${segment}/` : segment));
}

class Walk {
  readonly found: string[] = [];
  readonly #shell: Shell;
  #steps = 0;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  *go(prefix: string, segments: readonly string[]): Running<void> {
    const [segment, ...rest] = segments;
    if (segment === undefined || (segment === "" && rest.length === 0)) {
      if (prefix !== "") this.#add(prefix);
      return;
    }
    const name = segment.endsWith("/") ? segment.slice(0, -1) : segment;
    if (name === "**" && this.#shell.isOn("globstar")) yield* this.#everywhere(prefix, rest);
    else if (isGlob(name)) yield* this.#matching(prefix, name, rest);
    else yield* this.#plain(prefix + unescapePattern(name), rest);
  }

  *#matching(prefix: string, name: string, rest: readonly string[]): Running<void> {
    const ignoresCase = this.#shell.isOn("nocaseglob");
    const pattern = patternOf(ignoresCase ? name.toLowerCase() : name);
    for (const entry of this.#entries(prefix, name)) {
      this.#steps += 1;
      if (this.#steps % 256 === 0) yield;
      const tried = ignoresCase ? entry.name.toLowerCase() : entry.name;
      if (matches(pattern, tried)) yield* this.#into(prefix + entry.name, entry, rest);
    }
  }

  *#plain(path: string, rest: readonly string[]): Running<void> {
    if (rest.length === 0) {
      if (this.#isThere(path)) this.#add(path);
    } else if (this.#isDirectory(path)) {
      yield* this.go(`${path}/`, rest);
    }
  }

  *#into(path: string, entry: Entry, rest: readonly string[]): Running<void> {
    if (rest.length === 0) this.#add(path);
    else if (entry.kind === "directory" || (entry.kind === "link" && this.#isDirectory(path))) {
      yield* this.go(`${path}/`, rest);
    }
  }

  *#everywhere(prefix: string, rest: readonly string[]): Running<void> {
    if (rest.length > 0) yield* this.go(prefix, rest);
    else if (prefix !== "") this.#add(prefix);
    for (const entry of this.#entries(prefix, "*")) {
      this.#steps += 1;
      if (this.#steps % 256 === 0) yield;
      const path = prefix + entry.name;
      if (entry.kind === "directory") yield* this.#everywhereBelow(path, rest);
      else if (rest.length === 0) this.#add(path);
    }
  }

  *#everywhereBelow(path: string, rest: readonly string[]): Running<void> {
    if (rest.length === 0) this.#add(path);
    if (rest.length > 0) yield* this.#everywhere(`${path}/`, rest);
    else {
      const all: Pattern = patternOf("*");
      for (const entry of this.#entries(`${path}/`, "*")) {
        if (!matches(all, entry.name)) continue;
        const below = `${path}/${entry.name}`;
        if (entry.kind === "directory") yield* this.#everywhereBelow(below, rest);
        else this.#add(below);
      }
    }
  }

  #add(path: string): void {
    this.found.push(path);
    const { maxWordCount } = this.#shell.world.limits;
    if (this.found.length > maxWordCount) throw new LimitError("maxWordCount", maxWordCount);
  }

  #entries(prefix: string, pattern: string): readonly Entry[] {
    const hidden = pattern.startsWith(".") || pattern.startsWith("\\.") || showsHidden(this.#shell);
    const path = prefix === "" ? this.#shell.cwd : this.#shell.resolve(prefix);
    try {
      const entries = this.#shell.world.files.list(path);
      return hidden ? entries : entries.filter(({ name }) => !name.startsWith("."));
    } catch {
      return [];
    }
  }

  #isThere(path: string): boolean {
    try {
      this.#shell.world.files.lstat(this.#shell.resolve(path));
      return true;
    } catch {
      return false;
    }
  }

  #isDirectory(path: string): boolean {
    const { files } = this.#shell.world;
    const absolute = this.#shell.resolve(path);
    return files.exists(absolute) && files.stat(absolute).kind === "directory";
  }
}
