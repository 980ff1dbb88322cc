import { DIRECTORY_MARK, LATE_EXCLUDE_MARK } from "./tar-options.ts";

const VALUES = new Set(["f", "C", "T", "b", "K", "X", "H"]);

/** The old form, without a dash: `tar czf a.tgz -C src .`; values follow in the order of their letters. */
function withDashes(args: readonly string[]): readonly string[] {
  const [first = "", ...rest] = args;
  if (first === "" || first.startsWith("-")) return args;
  const words: string[] = [];
  let used = 0;
  for (const letter of first) {
    words.push(`-${letter}`);
    const value = rest[used];
    if (!VALUES.has(letter) || value === undefined) continue;
    words.push(value);
    used += 1;
  }
  return [...words, ...rest.slice(used)];
}

interface Marked {
  readonly words: readonly string[];
  /** Whether the next word was its value. */
  readonly tookNext: boolean;
}

const marked = (mark: string, attached: string, next: string): Marked =>
  attached === ""
    ? { words: [mark + next], tookNext: true }
    : { words: [mark + attached], tookNext: false };

/** Behind a letter with a value, a C is part of that value. */
const hidesC = (letters: string): boolean =>
  Array.from(letters).some((letter) => VALUES.has(letter));

/** `-C DIR`, `-xzC DIR`, `--directory=DIR`. */
function directoryWord(word: string, next: string): Marked | undefined {
  const long = /^--dir(?:e|ec|ect|ecto|ector|ectory)?(?:=(.*))?$/s.exec(word);
  if (long !== null) return marked(DIRECTORY_MARK, word.split("=").slice(1).join("="), next);
  const [, letters = "", attached = ""] = /^-([a-zA-Z]*)C(.*)$/s.exec(word) ?? [];
  if (!/^-[a-zA-Z]*C/.test(word) || hidesC(letters)) return undefined;
  const found = marked(DIRECTORY_MARK, attached, next);
  return letters === "" ? found : { ...found, words: [`-${letters}`, ...found.words] };
}

function lateExclude(word: string, next: string): Marked | undefined {
  if (!/^--exclude(?:=|$)/.test(word)) return undefined;
  return marked(LATE_EXCLUDE_MARK, word.slice("--exclude=".length), next);
}

const takesNext = (word: string): boolean =>
  /^--(?:file|files-from|exclude|exclude-from|sort|strip-components|transform|xform|mtime|owner|group|mode|format)$/.test(
    word,
  ) ||
  (/^-[a-zA-Z]+$/.test(word) && VALUES.has(word.at(-1) ?? ""));

/** What counts by its place, `-C` and a late `--exclude`, as a mark at that place among the operands. */
export function tarWords(args: readonly string[]): readonly string[] {
  const words: string[] = [];
  const given = withDashes(args);
  let hasName = false;
  for (let at = 0; at < given.length; at += 1) {
    const [word = "", next = ""] = given.slice(at, at + 2);
    if (word === "--") return [...words, ...given.slice(at)];
    const { words: read, tookNext } = readWord(word, next, hasName);
    hasName ||= !word.startsWith("-") || word === "-";
    words.push(...read);
    at += Number(tookNext);
  }
  return words;
}

function readWord(word: string, next: string, hasName: boolean): Marked {
  const found = directoryWord(word, next) ?? (hasName ? lateExclude(word, next) : undefined);
  if (found !== undefined) return found;
  return takesNext(word)
    ? { words: [word, next], tookNext: true }
    : { words: [word], tookNext: false };
}
