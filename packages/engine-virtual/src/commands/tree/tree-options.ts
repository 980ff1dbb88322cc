import type { Call } from "../define-command.ts";
import { CommandError } from "../options.ts";

export const OPTIONS = {
  all: "-a",
  byChange: "-c",
  directories: "-d",
  fullPath: "-f",
  classify: "-F",
  group: "-g",
  human: "-h",
  noIndent: "-i",
  ignore: "-I=PATTERN",
  json: "-J",
  links: "-l",
  level: "-L=LEVEL",
  noColor: "-n",
  raw: "-N",
  output: "-o=FILE",
  mode: "-p",
  only: "-P=PATTERN",
  marked: "-q",
  quoted: "-Q",
  reverse: "-r",
  size: "-s",
  byTime: "-t",
  user: "-u",
  unsorted: "-U",
  byVersion: "-v",
  oneFileSystem: "-x",
  date: "-D",
  charset: "--charset=CHARSET",
  directoriesFirst: "--dirsfirst",
  fileLimit: "--filelimit=COUNT",
  filesFirst: "--filesfirst",
  gitIgnore: "--gitignore",
  ignoreCase: "--ignore-case",
  factsFirst: "--metafirst",
  noReport: "--noreport",
  prune: "--prune",
  si: "--si",
  sort: "--sort=ORDER",
  timeFormat: "--timefmt=FORMAT",
} as const;

export type TreeCall = Call<keyof typeof OPTIONS>;

const ORDERS = {
  name: "name",
  version: "byVersion",
  size: "bySize",
  mtime: "byTime",
  ctime: "byChange",
} as const;

export type TreeOrder = (typeof ORDERS)[keyof typeof ORDERS] | "unsorted";

const isOrder = (word: string): word is keyof typeof ORDERS => Object.hasOwn(ORDERS, word);

export function orderOf({ options }: TreeCall): TreeOrder {
  const last = options.last("byChange", "byTime", "byVersion", "unsorted", "sort");
  if (last !== "sort") return last ?? "name";
  const word = options.value("sort") ?? "";
  if (isOrder(word)) return ORDERS[word];
  const all = Object.keys(ORDERS).join(",");
  throw new CommandError(`Sort type '${word}' not valid, should be one of: ${all}`);
}

export function levelsOf({ options }: TreeCall): number {
  const text = options.value("level");
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const level = Number(text);
  if (!(level >= 1)) throw new CommandError("Invalid level, must be greater than 0.");
  return level;
}
