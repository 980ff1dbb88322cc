import { CommandError, type Options } from "../options.ts";

export const PATCH_OPTIONS = {
  strip: "-p --strip=NUM",
  input: "-i --input=PATCHFILE",
  reverse: "-R --reverse",
  forward: "-N --forward",
  force: "-f --force",
  batch: "-t --batch",
  fuzz: "-F --fuzz=LINES",
  ignoreSpace: "-l --ignore-whitespace",
  output: "-o --output=FILE",
  rejects: "-r --reject-file=FILE",
  removeEmpty: "-E --remove-empty-files",
  backup: "-b --backup",
  backupIfMismatch: "--backup-if-mismatch",
  noBackup: "--no-backup-if-mismatch",
  dryRun: "--dry-run",
  silent: "-s --quiet --silent",
  directory: "-d --directory=DIR",
  context: "-c --context",
  unified: "-u --unified",
  normal: "-n --normal",
  binary: "--binary",
} as const;

export type PatchKey = keyof typeof PATCH_OPTIONS;

export interface PatchPlan {
  readonly options: Options<PatchKey>;
  /** How many folders are taken off names; undefined: all. */
  readonly strip: number | undefined;
  readonly fuzz: number;
  readonly isReversed: boolean;
}

const DEFAULT_FUZZ = 2;

export function planPatch(options: Options<PatchKey>): PatchPlan {
  return {
    options,
    strip: numberOf(options, "strip"),
    fuzz: numberOf(options, "fuzz") ?? DEFAULT_FUZZ,
    isReversed: options.has("reverse"),
  };
}

function numberOf(options: Options<PatchKey>, key: "strip" | "fuzz"): number | undefined {
  const text = options.value(key);
  if (text === undefined) return undefined;
  const what = key === "strip" ? "strip count" : "fuzz factor";
  if (!/^\d+$/.test(text)) throw new CommandError(`**** ${what} ${text} is not a number`);
  return Number(text);
}
