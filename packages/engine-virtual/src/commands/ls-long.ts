import type { Files, FileStatus } from "../files/files.ts";
import type { Listed, LsCall } from "./ls-options.ts";
import { formatTime } from "./dates/format-time.ts";
import { timeZone } from "./dates/time-zone.ts";
import { bareName, indicatorOf, markOf } from "./ls-names.ts";
import { modeLetters } from "./modes.ts";

/** What a directory takes on a disk, and what disks give files in. */
const BLOCK = 4096;
/** Older than this, a date shows its year in place of its hour: half a year. */
const RECENT = 31_556_952_000 / 2;

const UNKNOWN = "?";
const TYPES = { file: "-", directory: "d", link: "l", device: "c" } as const;

export const sizeOf = ({ kind, size }: FileStatus): number => (kind === "directory" ? BLOCK : size);

/** Bytes that a file takes in whole blocks. */
export const spaceOf = (status: FileStatus): number =>
  status.kind === "link" ? 0 : Math.ceil(sizeOf(status) / BLOCK) * BLOCK;

/** `1.5K`, `12M`: rounded up, as GNU does. */
export function humanSize(bytes: number): string {
  const units = ["", "K", "M", "G", "T", "P"];
  let number = bytes;
  let unit = 0;
  while (number >= 1024 && unit < units.length - 1) {
    number /= 1024;
    unit += 1;
  }
  if (unit === 0) return String(bytes);
  const tenths = Math.ceil(number * 10) / 10;
  return `${tenths < 10 ? tenths.toFixed(1) : Math.ceil(number)}${units[unit] ?? ""}`;
}

export function total({ options }: LsCall, listed: readonly Listed[]): string {
  const bytes = listed.reduce((sum, { status }) => sum + spaceOf(status), 0);
  return options.has("human") ? humanSize(bytes) : String(bytes / 1024);
}

const STYLES: Readonly<Record<string, readonly [recent: string, older: string]>> = {
  "full-iso": ["%F %T.%N %z", "%F %T.%N %z"],
  "long-iso": ["%F %H:%M", "%F %H:%M"],
  iso: ["%m-%d %H:%M", "%F "],
};
const LOCALE = ["%b %e %H:%M", "%b %e  %Y"] as const;

/** Whether a time is shown with its hour. */
export function isRecent({ modified }: FileStatus, now: number): boolean {
  const age = now - modified;
  return age < RECENT && age > -1_000;
}

function time({ options, invocation }: LsCall, status: FileStatus): string {
  const style = options.last("fullTime", "timeStyle");
  const named = style === "fullTime" ? "full-iso" : (options.value("timeStyle") ?? "locale");
  const [recent, older] = STYLES[named.replace(/^posix-/, "")] ?? LOCALE;
  const dated = isRecent(status, invocation.now()) ? recent : older;
  const format = named.startsWith("+") ? named.slice(1) : dated;
  return formatTime(format, status.modified, timeZone(invocation.env.get("TZ")));
}

/** A directory counts its own name, its `.`, and the `..` of those in it. */
export function linksOf(files: Files, path: string, { kind, names }: FileStatus): number {
  if (kind !== "directory") return names?.length ?? 1;
  return 2 + files.list(path).filter((entry) => entry.kind === "directory").length;
}

function columnsOf(call: LsCall, entry: Listed): readonly string[] {
  const { options, invocation } = call;
  const { status, path, name } = entry;
  const who = options.has("numeric") ? "0" : "root";
  const size = sizeOf(status);
  return [
    TYPES[status.kind] + modeLetters(status.mode),
    String(linksOf(invocation.files, path, status)),
    ...whose(call, who),
    options.has("human") ? humanSize(size) : String(size),
    time(call, status),
    status.kind === "link" ? `${name} -> ${targetOf(call, path)}` : name,
  ];
}

const unknownColumns = (call: LsCall, { name }: Listed): readonly string[] => [
  TYPES.link + UNKNOWN.repeat(9),
  UNKNOWN,
  ...whose(call, UNKNOWN),
  UNKNOWN,
  UNKNOWN,
  name,
];

/** The owner and the group, where they are shown: everything has the same. */
const whose = ({ options }: LsCall, who: string): readonly string[] => [
  ...(options.has("noOwner") ? [] : [who]),
  ...(options.has("noGroup", "hideGroup") ? [] : [who]),
];

/** What a link leads to, as its name is shown: with what shows what it is. */
function targetOf(call: LsCall, path: string): string {
  const { files } = call.invocation;
  const target = bareName(call, files.readLink(path));
  const isMarked = files.exists(path) && indicatorOf(call) !== "slash";
  return isMarked ? target + markOf(call, files.stat(path)) : target;
}

/** The rows of `ls -l`, each column as wide as its widest. */
export function longRows(call: LsCall, listed: readonly Listed[]): readonly string[] {
  const rows = listed.map((entry) =>
    entry.isUnknown === true ? unknownColumns(call, entry) : columnsOf(call, entry),
  );
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  // Numbers are aligned to the right: the links and the size; and a time that is not known.
  const numbers = [1, widths.length - 3];
  const time = widths.length - 2;
  return rows.map((row) =>
    row
      .map((cell, column) => {
        if (column === row.length - 1) return cell;
        const width = widths[column] ?? 0;
        const isRight = numbers.includes(column) || (column === time && cell === UNKNOWN);
        return isRight ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(" "),
  );
}
