import type { Pieces, ShellCommand, ShellWord } from "@agent-sandbox/shell-syntax";

import type { AskedPath, Surroundings } from "./asked.ts";

/** Where a command runs, as far as that is known. */
export type Where = Pick<ShellCommand, "directories" | "inKnownDirectory">;

/** A path that a tool is given: absolute, of the home, or below the working directory. */
export function pathOf(text: string, { directory, variables }: Surroundings): AskedPath {
  const home = variables["HOME"];
  if (home !== undefined && /^~(\/|$)/.test(text)) return exact(`${home}${text.slice(1)}`);
  return exact(text.startsWith("/") ? text : `${directory}/${text}`);
}

/** What a word of a command may name, as a file. */
export function pathsOf(
  word: ShellWord,
  where: Where,
  surroundings: Surroundings,
): readonly AskedPath[] {
  return word.alternatives.flatMap((pieces) => pathsOfPieces(pieces, where, surroundings));
}

function pathsOfPieces(
  pieces: Pieces,
  where: Where,
  { directory }: Surroundings,
): readonly AskedPath[] {
  if (pieces.some((piece) => typeof piece !== "string" && piece.kind === "unknown")) {
    return knownParts(pieces, directory);
  }
  const text = pieces.map((piece) =>
    typeof piece === "string" ? escaped(piece, pieces) : piece.text,
  );
  const joined = text.join("");
  if (joined === "") return [];
  const how = pieces.every((piece) => typeof piece === "string") ? "exact" : "glob";
  if (joined.startsWith("/")) return [{ path: joined, how }];
  const below = where.directories.map(
    (from) =>
      ({
        path: from.startsWith("/") ? `${from}/${joined}` : `${directory}/${from}/${joined}`,
        how,
      }) as const,
  );
  // Wherever it is, its name is what it is.
  return where.inKnownDirectory
    ? below
    : [...below, { path: `${directory}/${joined}`, how: "part" }];
}

/** In a pattern the characters of a literal piece mean themselves. */
function escaped(text: string, pieces: Pieces): string {
  return pieces.length === 1 ? text : text.replace(/[*?[\\]/g, "\\$&");
}

/** `~/.ssh/$X` is below `~/.ssh`, and `$X/.env` has a name. */
function knownParts(pieces: Pieces, directory: string): readonly AskedPath[] {
  const texts = pieces.map((piece) => (typeof piece === "string" ? piece : undefined));
  const front = texts.slice(0, texts.indexOf(undefined)).join("");
  const back = texts.slice(texts.lastIndexOf(undefined) + 1).join("");
  const head = front.slice(0, front.lastIndexOf("/") + 1);
  const tail = back.slice(back.indexOf("/") + 1);
  return [
    ...(head === "" || head === "/" ? [] : [part(head, directory)]),
    ...(tail === "" || tail === back ? [] : [part(tail, directory)]),
  ];
}

function part(text: string, directory: string): AskedPath {
  return { path: text.startsWith("/") ? text : `${directory}/${text}`, how: "part" };
}

function exact(path: string): AskedPath {
  return { path, how: "exact" };
}
