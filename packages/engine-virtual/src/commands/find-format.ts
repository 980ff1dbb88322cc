import { byteText, CONTROL_LETTERS, rejoined } from "@agent-sandbox/shell-syntax";

import type { FileKind, Files } from "../files/files.ts";
import { FindError } from "./find-error.ts";
import type { Found } from "./find-expression.ts";
import { formatTime } from "./dates/format-time.ts";
import type { Invocation } from "./command.ts";
import { type TimeZone, timeZone } from "./dates/time-zone.ts";
import { inodeNumber } from "./inode-number.ts";
import { linksOf, sizeOf, spaceOf } from "./ls-long.ts";
import { modeLetters } from "./modes.ts";

const LETTERS: Readonly<Record<FileKind, string>> = {
  file: "f",
  directory: "d",
  link: "l",
  device: "c",
};
const TYPES: Readonly<Record<FileKind, string>> = {
  file: "-",
  directory: "d",
  link: "l",
  device: "c",
};

const ESCAPES: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  "\\": "\\",
};

function directoryOf({ shown }: Found): string {
  const end = shown.replace(/\/+$/, "").lastIndexOf("/");
  return end === -1 ? "." : shown.slice(0, end);
}

/** The path below the operand that led to it. */
function below({ shown, depth }: Found): string {
  return depth === 0 ? "" : shown.split("/").slice(-depth).join("/");
}

/** The operand that led to it. */
function operandOf(found: Found): string {
  const { shown, depth } = found;
  return depth === 0 ? shown : shown.slice(0, -below(found).length).replace(/(?<=.)\/$/, "");
}

/** Where what is found is. */
interface Within {
  readonly files: Files;
  readonly zone: TimeZone;
}

/** For a command, with the time zone that it is called in. */
export function withinOf({ env, files }: Invocation): Within {
  return { files, zone: timeZone(env.get("TZ")) };
}

/** A file has one time. */
const timeText = ({ status }: Found, { zone }: Within): string =>
  formatTime("%a %b %e %H:%M:%S.%N0 %Y", status.modified, zone);

const FIELDS: Readonly<Record<string, (found: Found, within: Within) => string>> = {
  "%": () => "%",
  p: ({ shown }) => shown,
  f: ({ name }) => name,
  h: directoryOf,
  P: below,
  d: ({ depth }) => String(depth),
  s: ({ status }) => String(sizeOf(status)),
  k: ({ status }) => String(spaceOf(status) / 1024),
  b: ({ status }) => String(spaceOf(status) / 512),
  m: ({ status }) => status.mode.toString(8),
  M: ({ status }) => TYPES[status.kind] + modeLetters(status.mode),
  y: ({ status }) => LETTERS[status.kind],
  l: ({ status, path }, { files }) => (status.kind === "link" ? files.readLink(path) : ""),
  n: ({ status, path }, { files }) => String(linksOf(files, path, status)),
  i: ({ status, path }, { files }) => String(inodeNumber(files, path, status)),
  H: operandOf,
  a: timeText,
  c: timeText,
  u: () => "root",
  g: () => "root",
  U: () => "0",
  G: () => "0",
  t: timeText,
  Y: ({ status, path }, { files }) => {
    if (status.kind !== "link") return LETTERS[status.kind];
    return files.exists(path) ? LETTERS[files.stat(path).kind] : "N";
  },
};

/** What GNU's find knows and this one does not. */
const REFUSED = "BDFSZ";

const DIRECTIVE = /\\(?:[0-7]{1,3}|.|$)|%[-+ #0]*\d*(?:\.\d+)?(?:[ACT]?.|$)/gsu;

/** What GNU says of a format before anything is found. */
export function formatWarnings(format: string): readonly string[] {
  return Array.from(format.matchAll(DIRECTIVE), ([text]) =>
    text.startsWith("%") ? directiveWarning(text) : escapeWarning(text.slice(1)),
  ).filter((words) => words !== "");
}

function escapeWarning(escape: string): string {
  if (escape === "") return "escape `\\' followed by nothing at all";
  return /^[abcfnrtv\\0-7]/.test(escape) ? "" : `unrecognized escape \`\\${escape}'`;
}

function directiveWarning(text: string): string {
  const field = text.at(-1) ?? "";
  const isTime = /[ACT].$/su.test(text);
  if (!isTime && REFUSED.includes(field))
    throw new FindError(`%${field} of -printf is not supported here`);
  const isKnown = isTime || text === "%" || FIELDS[field] !== undefined;
  return isKnown ? "" : `unrecognized format directive \`%${field}'`;
}

function time(field: string, { status }: Found, zone: TimeZone): string {
  if (field !== "@") return formatTime(`%${field}`, status.modified, zone);
  const fraction = String(Math.round((status.modified % 1_000) * 1e6)).padStart(9, "0");
  return `${Math.floor(status.modified / 1_000)}.${fraction}0`;
}

const PARTS =
  /\\(?<escape>[abfnrtv\\]|[0-7]{1,3})|%(?<width>[-0]?\d*)(?:[ACT](?<time>.)|(?<field>[%pfhHPdskbmMylnigucaUGtY]))/g;

/** What `-printf` shows of a file. */
export function formatFound(format: string, found: Found, within: Within): string {
  let shown = "";
  let at = 0;
  for (const part of format.matchAll(PARTS)) {
    shown += format.slice(at, part.index) + formatPart(part, found, within);
    at = part.index + part[0].length;
  }
  return rejoined(shown + format.slice(at));
}

function formatPart(
  { 0: whole, groups = {} }: RegExpExecArray,
  found: Found,
  within: Within,
): string {
  const { escape, width = "", time: timed, field = "" } = groups;
  if (escape !== undefined) {
    return ESCAPES[escape] ?? byteText(Number.parseInt(escape, 8) & 0xff);
  }
  const text =
    timed === undefined
      ? (FIELDS[field]?.(found, within) ?? whole)
      : time(timed, found, within.zone);
  const columns = Math.abs(Number(width));
  return width.startsWith("-") ? text.padEnd(columns) : text.padStart(columns);
}
