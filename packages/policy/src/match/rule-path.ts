import type { Parsed, Refusal } from "../schema/refusal.ts";
import { exact } from "./fold.ts";
import { parseSegmentGlob } from "./segment-glob.ts";

/** A path of `ro`, `rw`, `exclude`: checked and as it was written; `~` and globs are in it still. */
export function parseRulePath(text: string): Parsed<string> {
  const refusal = refusePath(text) ?? refuseGlobs(text);
  return refusal ?? { value: text };
}

/** A path that stands for itself alone, such as `filesystem.root`. */
export function parseLiteralPath(text: string): Parsed<string> {
  return refusePath(text) ?? { value: text };
}

function refusePath(text: string): Refusal | undefined {
  const quoted = JSON.stringify(text);
  if (text === "") return { refused: "is empty", hint: 'Write "." for the workspace itself' };
  if (/[\0-\x1f\x7f]/.test(text)) return { refused: `${quoted} has a control character` };
  if (/^~[^/]/.test(text)) {
    return { refused: `${quoted} names another user's home`, hint: 'Write "~/" for your own' };
  }
  if (/^\$\{?[A-Za-z_]/.test(text)) {
    return { refused: `${quoted} starts with a variable`, hint: 'Write "~/" for your home' };
  }
  return undefined;
}

function refuseGlobs(text: string): Refusal | undefined {
  const names = text.split("/");
  if (names.includes("**")) {
    return {
      refused: `${JSON.stringify(text)} has "**", and a pattern here stays within one name`,
      hint: "Write the directory: what is in it is meant too. Or use filesystem.blocked-patterns",
    };
  }
  const refused = names.map((name) => parseSegmentGlob(name, exact)).find((g) => "refused" in g);
  return refused !== undefined && "refused" in refused ? refused : undefined;
}

export function hasGlob(path: string): boolean {
  return /[*?[]/.test(path);
}
