/** What a word holds that the script itself does not tell. */
export interface Hole {
  /** `glob`: names of files that match `text`; `unknown`: anything. */
  readonly kind: "glob" | "unknown";
  readonly text: string;
}

/** Text that is known, and holes in it, in their order. */
export type Pieces = readonly (string | Hole)[];

export interface ShellWord {
  /** As it is written. */
  readonly text: string;
  /** What it may stand for: one, or several where a variable has several values in the script. */
  readonly alternatives: readonly Pieces[];
}

export interface ShellRedirection {
  readonly access: "read" | "write" | "both";
  readonly target: ShellWord;
}

/** A simple command that a script may run. */
export interface ShellCommand {
  /** The program and its arguments; empty for a redirection or assignments alone. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly { readonly name: string; readonly value: ShellWord }[];
  readonly redirections: readonly ShellRedirection[];
  /** Where it may run: paths, relative to where the script starts or absolute. */
  readonly directories: readonly string[];
  /** False: it may also run in directories that are not known. */
  readonly inKnownDirectory: boolean;
  /** False: whether it runs is up to other commands. */
  readonly certain: boolean;
}

/** The text of a word that has no holes and no choice. */
export function literalOf(word: ShellWord | undefined): string | undefined {
  const [only, ...others] = word?.alternatives ?? [];
  return only === undefined || others.length > 0 ? undefined : textOf(only);
}

/** Every text without holes that a word may stand for. */
export function literalsOf(word: ShellWord): readonly string[] {
  return word.alternatives.map(textOf).filter((text) => text !== undefined);
}

export function textOf(pieces: Pieces): string | undefined {
  return pieces.every((piece) => typeof piece === "string") ? pieces.join("") : undefined;
}

/** A word that is just this text. */
export function wordOf(text: string): ShellWord {
  return { text, alternatives: [[text]] };
}

export const UNKNOWN: Hole = { kind: "unknown", text: "" };
