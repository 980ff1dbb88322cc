import { kindWords } from "../kind-words.ts";
import type { FileKind, Files, FileStatus } from "../../files/files.ts";
import { formatTime } from "../dates/format-time.ts";
import { inodeNumber } from "../inode-number.ts";
import type { TimeZone } from "../dates/time-zone.ts";
import { linksOf, sizeOf, spaceOf } from "../ls-long.ts";
import { modeLetters } from "../modes.ts";
import { quoted } from "../quote.ts";

export interface Stated {
  /** As it was written. */
  readonly operand: string;
  readonly path: string;
  readonly status: FileStatus;
  readonly files: Files;
  readonly zone: TimeZone;
}

const TYPE_BITS: Readonly<Record<FileKind, number>> = {
  file: 0o100000,
  directory: 0o040000,
  link: 0o120000,
  device: 0o020000,
};
const TYPE_LETTERS = { file: "-", directory: "d", link: "l", device: "c" } as const;

function nameWithTarget({ operand, path, status, files }: Stated): string {
  if (status.kind !== "link") return quoted(operand);
  return `${quoted(operand)} -> ${quoted(files.readLink(path))}`;
}

const fullTime = ({ status, zone }: Stated): string =>
  formatTime("%F %T.%N %z", status.modified, zone);
const seconds = ({ status }: Stated): number => Math.floor(status.modified / 1_000);

const FIELDS: Readonly<Record<string, (stated: Stated) => string | number>> = {
  a: ({ status }) => status.mode.toString(8),
  A: ({ status }) => TYPE_LETTERS[status.kind] + modeLetters(status.mode),
  b: ({ status }) => spaceOf(status) / 512,
  B: () => 512,
  C: () => "?",
  d: () => 1,
  D: () => "1",
  Hd: () => 0,
  Ld: () => 1,
  f: ({ status }) => (TYPE_BITS[status.kind] | status.mode).toString(16),
  F: ({ status }) => kindWords(status),
  g: () => 0,
  G: () => "root",
  h: ({ files, path, status }) => linksOf(files, path, status),
  i: ({ files, path, status }) => inodeNumber(files, path, status),
  m: () => "/",
  n: ({ operand }) => operand,
  N: nameWithTarget,
  o: () => 4096,
  r: () => 0,
  R: () => "0",
  s: ({ status }) => sizeOf(status),
  t: () => "0",
  T: () => "0",
  u: () => 0,
  U: () => "root",
  w: () => "-",
  W: () => 0,
  x: fullTime,
  X: seconds,
  y: fullTime,
  Y: seconds,
  z: fullTime,
  Z: seconds,
};

/** Seconds, of which a precision shows a fraction. */
const TIMES = new Set(["X", "Y", "Z"]);

interface Spec {
  readonly flags: string;
  readonly width: number;
  readonly precision: string | undefined;
  readonly field: string;
}

function padded(value: string | number, { field, flags, width, precision }: Spec): string {
  const isNumber = typeof value === "number";
  const isCut = !isNumber && precision !== undefined && !TIMES.has(field);
  const text = isCut ? value.slice(0, Number(precision)) : String(value);
  const signed = isNumber && flags.includes("+") ? `+${text}` : text;
  if (flags.includes("-")) return signed.padEnd(width);
  return signed.padStart(width, flags.includes("0") ? "0" : " ");
}

/** Seconds with the places of a fraction: `%.3Y`. */
function fraction({ status }: Stated, precision: string): string {
  const places = precision === "" ? 9 : Number(precision);
  const nanoseconds = String(Math.trunc((status.modified % 1_000) * 1e6)).padStart(9, "0");
  const whole = String(Math.floor(status.modified / 1_000));
  return places === 0 ? whole : `${whole}.${nanoseconds.padEnd(places, "0").slice(0, places)}`;
}

function valueOf(stated: Stated, { field, precision }: Spec): string | number {
  if (TIMES.has(field) && precision !== undefined) return fraction(stated, precision);
  return FIELDS[field]?.(stated) ?? "?";
}

/** Fills in the fields of a format as `stat -c` has them. */
export function formatStatus(format: string, stated: Stated): string {
  const SPEC = /%(?:(%)|([-+ #0]*)(\d*)(?:\.(\d*))?([HL]?[a-zA-Z]))/g;
  return format.replace(SPEC, (_, ...found) => {
    const [percent, flags = "", width, precision, field = ""] = found as readonly (
      string | undefined
    )[];
    if (percent !== undefined) return "%";
    if (FIELDS[field] === undefined) return "?";
    const spec = { flags, width: Number(width ?? 0), precision, field };
    return padded(valueOf(stated, spec), spec);
  });
}
