import type { FileStatus } from "../files/files.ts";
import { type Call, complain } from "./define-command.ts";
import { checkQuotingStyle } from "./ls-quoting.ts";
import { CommandError, type Given, UsageError } from "./options.ts";
import { quoted } from "./quote.ts";

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
  columns: "-C",
  across: "-x",
  format: "--format=WORD",
  width: "-w --width=COLS",
  tabSize: "-T --tabsize=COLS",
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
  escape: "-b --escape",
  quotingStyle: "--quoting-style=WORD",
  noControls: "-q --hide-control-chars",
  controls: "--show-control-chars",
  zero: "--zero",
  changed: "-c",
  accessed: "-u",
} as const;

export type LsKey = keyof typeof LS_OPTIONS;
export type LsCall = Call<LsKey>;

/** One row: a name as it is shown, and what is behind it. */
export interface Listed {
  readonly name: string;
  readonly path: string;
  readonly status: FileStatus;
  /** A link that is followed and leads nowhere, of which nothing else can be told. */
  readonly isUnknown?: boolean;
}

export type LsFormat = "long" | "columns" | "across" | "commas" | "onePerLine";

const FORMATS: Readonly<Partial<Record<LsKey, LsFormat>>> = {
  ...{ long: "long", numeric: "long", noGroup: "long", noOwner: "long", fullTime: "long" },
  ...{ columns: "columns", across: "across", commas: "commas", onePerLine: "onePerLine" },
  zero: "onePerLine",
};

const FORMAT_WORDS: Readonly<Record<string, LsFormat>> = {
  ...{ verbose: "long", long: "long", commas: "commas", horizontal: "across", across: "across" },
  ...{ vertical: "columns", "single-column": "onePerLine" },
};

/** What was asked for last; `-1` leaves it long. */
export function formatOf({ options }: LsCall): LsFormat {
  let format: LsFormat = "onePerLine";
  for (const { key, value = "" } of options.given) {
    const asked = key === "format" ? formatNamed(value) : FORMATS[key as LsKey];
    if (asked === undefined || (/^(?:onePerLine|zero)$/.test(key) && format === "long")) continue;
    format = asked;
  }
  return format;
}

function formatNamed(word: string): LsFormat {
  const names = Object.keys(FORMAT_WORDS).filter((name) => name.startsWith(word));
  const [first = ""] = names;
  const format = FORMAT_WORDS[first];
  const isClear = new Set(names.map((name) => FORMAT_WORDS[name])).size === 1;
  if (format !== undefined && isClear) return format;
  const what = names.length > 0 ? "ambiguous" : "invalid";
  const known = `
  - 'verbose', 'long'
  - 'commas'
  - 'horizontal', 'across'
  - 'vertical'
  - 'single-column'`;
  throw new UsageError(
    `${what} argument ${quoted(word)} for '--format'\nValid arguments are:${known}`,
    1,
  );
}

export const endOfRow = ({ options }: LsCall): string => (options.has("zero") ? "\0" : "\n");

export const isLong = (call: LsCall): boolean => formatOf(call) === "long";

/** How many columns a line has; 0 for no end. */
export function lineWidth({ invocation, options }: LsCall): number {
  const asked = options.value("width");
  if (asked !== undefined) return numberFor("line width", asked);
  const columns = invocation.env.get("COLUMNS") ?? "";
  return /^\d+$/.test(columns) ? Number(columns) : 80;
}

const NUMBERS: Readonly<Record<string, string>> = { tabSize: "tab size", width: "line width" };

/** A wrong number or word is refused before what comes behind it. */
export function checkLsGiven({ key, value = "" }: Given): undefined {
  const what = NUMBERS[key];
  if (what !== undefined) numberFor(what, value);
  if (key === "format") formatNamed(value);
  if (key === "quotingStyle") checkQuotingStyle(value);
}

/** What is wrong with the environment, before anything is listed. */
export function checkWidths(call: LsCall): void {
  const columns = call.invocation.env.get("COLUMNS") ?? "";
  if (call.options.has("width") || /^\d*$/.test(columns)) return;
  const what = "ignoring invalid width in environment variable COLUMNS";
  complain(call.invocation, `${what}: ${quoted(columns)}`);
}

export function tabSize({ options }: LsCall): number {
  return numberFor("tab size", options.value("tabSize") ?? "8");
}

function numberFor(what: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid ${what}: ${quoted(text)}`);
  return Number(text);
}
