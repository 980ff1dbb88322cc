import { lstatSync, readdirSync } from "node:fs";

/** A shell would pass on all; these are enough to find one that is denied. */
const MOST = 500;

/** The paths that exist and match, as bash expands a pattern; itself where none does. */
export function expandGlob(pattern: string): readonly string[] {
  const found = pattern
    .split("/")
    .slice(1)
    .reduce<readonly string[]>((before, segment) => step(before, segment), [""])
    .filter((path) => path !== "" && exists(path));
  return found.length > 0 ? found : [pattern.replace(/\\(.)/gs, "$1")];
}

function step(directories: readonly string[], segment: string): readonly string[] {
  if (!/[*?[]/.test(segment)) {
    const name = segment.replace(/\\(.)/gs, "$1");
    return directories.map((directory) => `${directory}/${name}`);
  }
  const matches = matcher(segment);
  return directories
    .flatMap((directory) =>
      namesIn(directory === "" ? "/" : directory)
        .filter(matches)
        .map((name) => `${directory}/${name}`),
    )
    .slice(0, MOST);
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Dotfiles match too: `shopt -s dotglob` may be on, and `.*` is written so. */
function matcher(segment: string): (name: string) => boolean {
  const tokens = Array.from(
    segment.matchAll(/\\.|\*+|\?|\[[!^]?\]?[^\]]*\]|./gs),
    ([token]) => token,
  );
  const pieces = tokens.map(pieceOf);
  return (name) => isMatch(pieces, Array.from(name));
}

type Piece = "any" | ((character: string) => boolean);

function pieceOf(token: string): Piece {
  if (token.startsWith("*")) return "any";
  if (token === "?") return () => true;
  if (token.startsWith("[") && token.length > 2) return bracket(token.slice(1, -1));
  const text = token.startsWith("\\") && token.length > 1 ? token.slice(1) : token;
  return (character) => character === text;
}

function bracket(content: string): Piece {
  const isNegated = /^[!^]/.test(content);
  const set = Array.from((isNegated ? content.slice(1) : content).matchAll(/(.)-(.)|(.)/gs));
  // A class such as [:alpha:] is taken for any character: more is looked at, and none is missed.
  if (content.includes("[:")) return () => true;
  return (character) =>
    isNegated !==
    set.some(([, low, high, one]) =>
      one === undefined
        ? low !== undefined && high !== undefined && low <= character && character <= high
        : one === character,
    );
}

/** Goes back to the last star only: never more than the product of both lengths. */
function isMatch(pieces: readonly Piece[], name: readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  for (let index = 0; index < name.length;) {
    const piece = pieces[at];
    const character = name[index] ?? "";
    if (piece === "any") {
      star = at;
      from = index;
      at += 1;
    } else if (piece?.(character) === true) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      at = star + 1;
      from += 1;
      index = from;
    } else return false;
  }
  return pieces.slice(at).every((piece) => piece === "any");
}
