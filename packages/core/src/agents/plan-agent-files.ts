import type { VolumeChange, VolumeFile } from "../volume-files.ts";

/** A file that an agent's volume should have. */
export interface WantedFile {
  readonly name: string;
  /** What it holds where there is none. */
  readonly fresh: string;
  /**
   * What is done about one that is there: "keep" leaves it unless forced, "merge" puts ours into it,
   * "overwrite" puts ours in its place.
   */
  readonly existing: "keep" | "merge" | "overwrite";
  /** Ours within theirs, with all else as it is; undefined: it cannot be, so it is replaced whole. */
  readonly merge?: (theirs: string) => string | undefined;
  /** What whoever leaves that file as it is should know, to follow "it". */
  readonly warning?: (theirs: string) => string | undefined;
}

/** What becomes of one file; `note` is a clause for people. */
export interface FileOutcome {
  readonly name: string;
  readonly action: "written" | "left" | "merged" | "replaced";
  readonly note?: string;
}

export interface AgentFilesPlan {
  readonly changes: readonly VolumeChange[];
  readonly outcomes: readonly FileOutcome[];
}

interface FilePlan {
  readonly outcome: FileOutcome;
  readonly change?: VolumeChange;
}

/** Pure: what is written to an agent's volume, and what is left as it is and why. */
export function planAgentFiles(
  wanted: readonly WantedFile[],
  found: ReadonlyMap<string, VolumeFile>,
  { force }: { readonly force: boolean },
): AgentFilesPlan {
  const plans = wanted.map((file) =>
    planFile(file, found.get(file.name) ?? { kind: "absent" }, force),
  );
  return {
    changes: plans.flatMap(({ change }) => (change === undefined ? [] : [change])),
    outcomes: plans.map(({ outcome }) => outcome),
  };
}

function planFile(file: WantedFile, found: VolumeFile, force: boolean): FilePlan {
  const { name, fresh, existing } = file;
  if (found.kind === "absent") {
    return { outcome: { name, action: "written" }, change: { do: "write", name, content: fresh } };
  }
  // Whoever reads it later must not find a login that was replaced.
  if (existing === "overwrite") return replaced(file, undefined);
  if (found.kind === "file") return planExisting(file, found.content, force);
  return force ? replaced(file, before(name)) : left(name, `it is ${found.what}; ${FORCE}`);
}

function planExisting(file: WantedFile, theirs: string, force: boolean): FilePlan {
  const { name, fresh, existing } = file;
  const merged = file.merge ? file.merge(theirs) : fresh;
  if (merged === theirs) return left(name, "it has all of this already");
  if (!force && existing === "keep") return left(name, reasonToForce(file, theirs, merged));
  if (file.merge === undefined || merged === undefined) return replaced(file, before(name));
  return { outcome: { name, action: "merged" }, change: { do: "write", name, content: merged } };
}

const FORCE = "--force replaces it";

function reasonToForce(file: WantedFile, theirs: string, merged: string | undefined): string {
  const warning = file.warning?.(theirs);
  if (warning !== undefined) return `it ${warning}`;
  if (file.merge === undefined) return `it is there already; ${FORCE}`;
  return merged === undefined
    ? `it cannot be read; ${FORCE}`
    : "it is there already; --force sets what the sandbox needs and keeps the rest";
}

function left(name: string, note: string): FilePlan {
  return { outcome: { name, action: "left", note } };
}

function replaced({ name, fresh }: WantedFile, kept: string | undefined): FilePlan {
  const note = kept === undefined ? {} : { note: `what was there is now ${kept}` };
  const old = kept === undefined ? {} : { before: kept };
  return {
    outcome: { name, action: "replaced", ...note },
    change: { do: "write", name, content: fresh, ...old },
  };
}

function before(name: string): string {
  return `${name}.before`;
}
