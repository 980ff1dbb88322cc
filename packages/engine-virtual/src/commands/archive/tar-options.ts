import type { Call } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import { CommandError } from "../options.ts";

export const TAR_OPTIONS = {
  create: "-c --create",
  extract: "-x --extract --get",
  list: "-t --list",
  append: "-r --append",
  update: "-u --update",
  otherAction: "-A --catenate --concatenate --delete --diff --compare -d",
  file: "-f --file=ARCHIVE",
  gzip: "-z --gzip --gunzip --ungzip",
  autoCompress: "-a --auto-compress",
  otherPacking: "-j --bzip2 -J --xz --zstd --lzma --lzip -Z --compress",
  verbose: "-v --verbose",
  stdout: "-O --to-stdout",
  exclude: "--exclude=PATTERN",
  strip: "--strip-components=NUMBER",
  keep: "-k --keep-old-files",
  skipOld: "--skip-old-files",
  overwrite: "--overwrite",
  touch: "-m --touch",
  permissions: "-p --preserve-permissions --same-permissions",
  noPermissions: "--no-same-permissions",
  owner: "--same-owner --no-same-owner -o",
  numeric: "--numeric-owner",
  dereference: "-h --dereference",
  absolute: "-P --absolute-names",
  noRecursion: "--no-recursion",
  transform: "--transform=EXPRESSION --xform=EXPRESSION",
  showTransformed: "--show-transformed-names --show-stored-names",
  wildcards: "--wildcards",
  sort: "--sort=ORDER",
  filesFrom: "-T --files-from=FILE",
  zeroEnded: "--null",
  excludeFrom: "-X --exclude-from=FILE",
  excludeVcs: "--exclude-vcs",
  mtime: "--mtime=DATE-OR-FILE",
  user: "--owner=NAME[:UID]",
  group: "--group=NAME[:GID]",
  mode: "--mode=CHANGES",
  format: "-H --format=FORMAT",
  removeFiles: "--remove-files",
  oneTop: "--one-top-level[=DIR]",
  keepNewer: "--keep-newer-files",
  fullTime: "--full-time",
  utc: "--utc",
} as const;

export type TarCall = Call<keyof typeof TAR_OPTIONS>;

/** What a word in `operands` is: a name, or where the names behind it are looked for. */
export const DIRECTORY_MARK = "\0directory:";
/** A pattern that comes behind a name: too late where an archive is made. */
export const LATE_EXCLUDE_MARK = "\0exclude:";

/** An option that counts by its place among the operands. */
export interface Positional {
  readonly option: "-C" | "--exclude";
  readonly value: string;
}

export function markOf(word: string): Positional | undefined {
  if (word.startsWith(DIRECTORY_MARK)) {
    return { option: "-C", value: word.slice(DIRECTORY_MARK.length) };
  }
  if (!word.startsWith(LATE_EXCLUDE_MARK)) return undefined;
  return { option: "--exclude", value: word.slice(LATE_EXCLUDE_MARK.length) };
}

export function directoryBelow(directory: string, path: string): string {
  if (path.startsWith("/")) return path;
  return directory.endsWith("/") ? directory + path : `${directory}/${path}`;
}

/** Whether `--exclude` leaves a name out: itself, what is behind one of its slashes, or what it is in. */
export function excludedBy(patterns: readonly string[]): (name: string) => boolean {
  const matchers = patterns.map((text) => globMatcher(text.replace(/\/+$/, "")));
  if (matchers.length === 0) return () => false;
  return (name) => {
    const parts = name.replace(/\/+$/, "").split("/");
    const ways = parts.flatMap((_, from) =>
      parts.slice(from).map((__, length) => parts.slice(from, from + length + 1).join("/")),
    );
    return matchers.some((matches) => ways.some(matches));
  };
}

const ACTIONS = ["create", "append", "update", "extract", "list"] as const;

export type TarAction = (typeof ACTIONS)[number];

/** In how many ways the archive is used: exactly one is right. */
export function actionOf({ options }: TarCall): TarAction {
  const refused = options.given.find(({ key }) => key === "otherAction");
  if (refused !== undefined) throw new CommandError(`${refused.as} is not supported here`);
  const actions = ACTIONS.filter((key) => options.has(key));
  const [action, other] = actions;
  const help = "\nTry 'tar --help' or 'tar --usage' for more information.";
  if (other !== undefined) {
    throw new CommandError(
      `You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option${help}`,
    );
  }
  if (action === undefined) {
    throw new CommandError(
      `You must specify one of the '-Acdtrux', '--delete' or '--test-label' options${help}`,
    );
  }
  return action;
}
