/** What ends the whole call, in patch's own words. */
export class PatchError extends Error {
  override readonly name = "PatchError";
}

export interface HunkLine {
  readonly sign: " " | "-" | "+";
  /** With its end, where it has one; each byte one character. */
  readonly text: string;
}

/** One place that changes. Lines are counted from 1; of no lines it is the one in front. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
}

/** One of the two names in front of hunks. */
export interface PatchName {
  readonly name: string;
  /** The whole line behind `--- ` or `+++ `. */
  readonly header: string;
  /** Whether it says that there is no such file. */
  readonly isAbsent: boolean;
}

/** All that a patch says of one file. */
export interface FilePatch {
  readonly old: PatchName | undefined;
  readonly now: PatchName | undefined;
  /** What `Index:` names. */
  readonly index: string | undefined;
  /** What git says of a file that is moved. */
  readonly rename: { readonly from: string; readonly to: string } | undefined;
  /** The permissions that git says a file has then. */
  readonly mode: number | undefined;
  /** And before. */
  readonly oldMode: number | undefined;
  /** How its hunks are written. */
  readonly form: "unified" | "context" | "normal";
  readonly hunks: readonly PatchHunk[];
  /** Why what follows the hunks cannot be read. */
  readonly broken?: PatchError | undefined;
  /** What stands in front of the hunks. */
  readonly lead: readonly string[];
  /** The number of the patch's line that the hunks start at. */
  readonly line: number;
}

/** What an empty patch says. */
export const NO_CHANGES: FilePatch = {
  ...{ old: undefined, now: undefined, index: undefined, rename: undefined },
  ...{ mode: undefined, oldMode: undefined, form: "unified", hunks: [], lead: [], line: 1 },
};

export const oldLines = ({ lines }: PatchHunk): readonly HunkLine[] =>
  lines.filter(({ sign }) => sign !== "+");

export const newLines = ({ lines }: PatchHunk): readonly HunkLine[] =>
  lines.filter(({ sign }) => sign !== "-");

const SWAPPED = { " ": " ", "-": "+", "+": "-" } as const;

/** The same the other way round: deletions stay in front of insertions. */
export function reversedHunk({ lines, newStart, oldStart }: PatchHunk): PatchHunk {
  const swapped: HunkLine[] = [];
  let added: HunkLine[] = [];
  for (const { sign, text } of lines) {
    const line = { sign: SWAPPED[sign], text };
    if (line.sign === "+") added.push(line);
    else {
      if (line.sign === " ") swapped.push(...added.splice(0));
      swapped.push(line);
    }
  }
  added = [...swapped, ...added];
  return { oldStart: newStart, newStart: oldStart, lines: added };
}

export function reversedPatch(patch: FilePatch): FilePatch {
  const { mode, now, old, oldMode, rename } = patch;
  return {
    ...patch,
    old: now,
    now: old,
    mode: oldMode,
    oldMode: mode,
    rename: rename === undefined ? undefined : { from: rename.to, to: rename.from },
    hunks: patch.hunks.map(reversedHunk),
  };
}
