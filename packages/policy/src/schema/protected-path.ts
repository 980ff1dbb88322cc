import type { Parsed, Refusal } from "./refusal.ts";

/** A path that is always read-only inside, and what it is made as while it is absent. */
export interface ProtectedPath {
  /** Relative to the workspace, by `/`, without `.`, `..`, doubled or trailing slashes. */
  readonly path: string;
  readonly kind: "directory" | "file";
}

/** A literal path relative to the workspace; a trailing `/` says that it is a directory. */
export function parseProtectedPath(text: string): Parsed<ProtectedPath> {
  const segments = text.split("/").filter((segment) => segment !== "" && segment !== ".");
  const refusal = refuse(text, segments);
  if (refusal !== undefined) return refusal;
  // "x/." names a directory as "x/" does.
  const kind = /\/\.?$/.test(text) ? "directory" : "file";
  return { value: { path: segments.join("/"), kind } };
}

function refuse(text: string, segments: readonly string[]): Refusal | undefined {
  const quoted = JSON.stringify(text);
  if (text.startsWith("/") || text.startsWith("~")) {
    return {
      refused: `${quoted} is outside the workspace`,
      hint: "Write it relative to the workspace, without a leading slash",
    };
  }
  if (segments.includes("..")) {
    return {
      refused: `${quoted} has a ".." segment`,
      hint: "Write the path that it leads to, relative to the workspace",
    };
  }
  if (segments.length === 0) {
    return {
      refused: `${quoted} is the workspace itself`,
      hint: "Write the paths below it that are to be read-only",
    };
  }
  // A control character would break the lines of the mount table that the container compares.
  if (/[\0-\x1f\x7f]/.test(text)) return { refused: `${quoted} has a control character` };
  if (/[*?]/.test(text)) {
    return {
      refused: `${quoted} looks like a pattern, and protected paths are literal`,
      hint: 'Write each path, or their directory with a trailing "/"',
    };
  }
  return undefined;
}
