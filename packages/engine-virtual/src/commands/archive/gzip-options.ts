import type { Call } from "../define-command.ts";

export const GZIP_OPTIONS = {
  stdout: "-c --stdout --to-stdout",
  decompress: "-d --decompress --uncompress",
  force: "-f --force",
  keep: "-k --keep",
  list: "-l --list",
  noName: "-n --no-name",
  name: "-N --name",
  quiet: "-q --quiet",
  recursive: "-r --recursive",
  suffix: "-S --suffix=SUF",
  test: "-t --test",
  verbose: "-v --verbose",
  fast: "--fast",
  best: "--best",
  level: "-NUM",
} as const;

export type GzipKey = keyof typeof GZIP_OPTIONS;
export type GzipCall = Call<GzipKey>;

export function levelOf({ options }: GzipCall): number {
  const last = options.last("level", "fast", "best");
  if (last === "fast") return 1;
  if (last === "best") return 9;
  return Math.min(9, Math.max(1, Number(options.value("level") ?? "6")));
}

/** Each takes the other back. */
export const isVerbose = ({ options }: GzipCall): boolean =>
  options.last("quiet", "verbose") === "verbose";
export const isQuiet = ({ options }: GzipCall): boolean =>
  options.last("quiet", "verbose") === "quiet";

/** Whether a packed file goes back to the name that it says itself. */
export const keepsName = ({ options }: GzipCall): boolean =>
  options.last("name", "noName") === "name";

export const suffixOf = ({ options }: GzipCall): string => options.value("suffix") ?? ".gz";

const ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  [".tgz", ".tar"],
  [".taz", ".tar"],
  [".gz", ""],
  ["-gz", ""],
  [".z", ""],
  ["-z", ""],
  [".Z", ""],
];

/** The name of what is packed in a file; `undefined` where its own name does not say so. */
export function unpackedName(call: GzipCall, name: string): string | undefined {
  const endings = [[suffixOf(call), ""] as const, ...ENDINGS];
  const found = endings.find(([ending]) => name.endsWith(ending) && name.length > ending.length);
  return found === undefined ? undefined : name.slice(0, name.length - found[0].length) + found[1];
}
