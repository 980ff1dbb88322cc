import type { FileStatus } from "../files/files.ts";
import type { Call } from "./define-command.ts";

export const LS_OPTIONS = {
  all: "-a --all",
  almostAll: "-A --almost-all",
  color: "--color[=WHEN]",
  onePerLine: "-1",
  byTime: "-t",
  bySize: "-S",
  byExtension: "-X",
  byVersion: "-v",
  unsorted: "-U",
  sort: "--sort=WORD",
  reverse: "-r --reverse",
  directory: "-d --directory",
  classify: "-F --classify[=WHEN]",
  slash: "-p",
  fileType: "--file-type",
  indicator: "--indicator-style=WORD",
  quoteName: "-Q --quote-name",
  ignore: "-I --ignore=PATTERN",
  hide: "--hide=PATTERN",
  backups: "-B --ignore-backups",
  commas: "-m",
  inode: "-i --inode",
  blocks: "-s --size",
  kibibytes: "-k --kibibytes",
  groupFirst: "--group-directories-first",
  human: "-h --human-readable",
  follow: "-L --dereference",
  long: "-l",
  numeric: "-n --numeric-uid-gid",
  noGroup: "-o",
  noOwner: "-g",
  hideGroup: "-G --no-group",
  fullTime: "--full-time",
  timeStyle: "--time-style=STYLE",
  recursive: "-R --recursive",
  literal: "-N --literal",
  changed: "-c",
} as const;

export type LsKey = keyof typeof LS_OPTIONS;
export type LsCall = Call<LsKey>;

/** One row: a name as it is shown, and what is behind it. */
export interface Listed {
  readonly name: string;
  readonly path: string;
  readonly status: FileStatus;
}

const LONG = ["long", "numeric", "noGroup", "noOwner", "fullTime"] as const;

export const isLong = ({ options }: LsCall): boolean => options.has(...LONG);
