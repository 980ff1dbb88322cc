import type { FileStatus } from "../files/files.ts";
import { type Call, complain } from "./define-command.ts";
import { CommandError, type Given } from "./options.ts";
import { apart, type OptionWords, WHEN } from "./option-words.ts";
import { localeQuoted } from "./quote.ts";

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
  time: "--time=WORD",
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

/** What has no files' own time of a kind shows when they were changed. */
const TIMES: OptionWords = [
  ["atime", "access", "use"],
  ["ctime", "status"],
  ["birth", "creation"],
];

export const LS_WORDS = {
  color: WHEN,
  classify: WHEN,
  sort: apart(["none", "time", "size", "extension", "version", "width"]),
  time: TIMES,
  indicator: apart(["none", "slash", "file-type", "classify"]),
  format: [
    ["verbose", "long"],
    ["commas"],
    ["horizontal", "across"],
    ["vertical"],
    ["single-column"],
  ],
  quotingStyle: apart([
    ...["literal", "shell", "shell-always", "shell-escape", "shell-escape-always"],
    ...["c", "c-maybe", "escape", "locale", "clocale"],
  ]),
} satisfies Partial<Record<LsKey, OptionWords>>;

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
  ...{ verbose: "long", commas: "commas", horizontal: "across" },
  ...{ vertical: "columns", "single-column": "onePerLine" },
};

/** What was asked for last; `-1` leaves it long. */
export function formatOf({ options }: LsCall): LsFormat {
  let format: LsFormat = "onePerLine";
  for (const { key, value = "" } of options.given) {
    const asked = key === "format" ? FORMAT_WORDS[value] : FORMATS[key as LsKey];
    if (asked === undefined || (/^(?:onePerLine|zero)$/.test(key) && format === "long")) continue;
    format = asked;
  }
  return format;
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

/** A wrong number is refused before what comes behind it. */
export function checkLsGiven({ key, value = "" }: Given): undefined {
  const what = NUMBERS[key];
  if (what !== undefined) numberFor(what, value);
}

/** What is wrong with the environment, before anything is listed. */
export function checkWidths(call: LsCall): void {
  const columns = call.invocation.env.get("COLUMNS") ?? "";
  if (call.options.has("width") || /^\d*$/.test(columns)) return;
  const what = "ignoring invalid width in environment variable COLUMNS";
  complain(call.invocation, `${what}: ${localeQuoted(columns)}`);
}

export function tabSize({ options }: LsCall): number {
  return numberFor("tab size", options.value("tabSize") ?? "8");
}

function numberFor(what: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid ${what}: ${localeQuoted(text)}`);
  return Number(text);
}
