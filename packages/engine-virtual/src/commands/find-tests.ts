import { fileIdentity } from "../files/file-identity.ts";
import type { Files, FileStatus } from "../files/files.ts";
import type { Invocation } from "./command.ts";
import type { Found } from "./find-expression.ts";
import { FindError } from "./find-error.ts";
import { globMatcher } from "./glob-match.ts";
import { changedMode } from "./modes.ts";
import { localeQuoted, quoted } from "./quote.ts";
import { LineSearch } from "../regex/line-search.ts";
import { parsePatterns } from "../regex/parse-patterns.ts";
import { ExpressionError } from "../regex/syntax.ts";
import { FileError } from "../files/errors.ts";
import { parseDate } from "./dates/parse-date.ts";
import { inodeNumber } from "./inode-number.ts";
import { linksOf, sizeOf } from "./ls-long.ts";
import { otherTypeTest, typeTest } from "./find-types.ts";
import { timeZone } from "./dates/time-zone.ts";

export type Holds = (found: Found) => boolean;

/** What the tests of one call are made with. */
export interface TestMaker {
  readonly invocation: Invocation;
  /** When the call began: ages are counted from there. */
  readonly now: number;
  readonly follow: boolean;
  /** How `-regex` is read from here on. */
  regexType: RegexType;
}

export type RegexType = "emacs" | "basic" | "extended";

/** The names of `-regextype`, as far as they differ here. */
const REGEX_TYPES: Readonly<Record<string, RegexType>> = {
  "findutils-default": "emacs",
  emacs: "emacs",
  ...{ ed: "basic", grep: "basic", sed: "basic" },
  ...{ "posix-basic": "basic", "posix-minimal-basic": "basic" },
  ...{ awk: "extended", egrep: "extended", "gnu-awk": "extended", "posix-awk": "extended" },
  ...{ "posix-egrep": "extended", "posix-extended": "extended" },
};

export function regexTypeNamed(name: string): RegexType {
  const type = REGEX_TYPES[name];
  if (type !== undefined) return type;
  const known = Object.keys(REGEX_TYPES).map(quoted).join(", ");
  throw new FindError(
    `Unknown regular expression type ${localeQuoted(name)}; valid types are ${known}.`,
  );
}

const DAY = 86_400_000;
const MINUTE = 60_000;

/** `5`, `+5` or `-5`: just so much, more, or less. */
function comparison(text: string, name: string): (number: number) => boolean {
  const [, sign = "", digits = ""] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  if (digits === "") throw new FindError(`invalid argument \`${text}' to \`${name}'`);
  const wanted = Number(digits);
  if (sign === "+") return (number) => number > wanted;
  return sign === "-" ? (number) => number < wanted : (number) => number === wanted;
}

const SIZE_UNITS: Readonly<Record<string, number>> = {
  "": 512,
  b: 512,
  c: 1,
  w: 2,
  k: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
};

function sizeTest(text: string): Holds {
  const [, number = "", letter = ""] = /^([+-]?\d+)([bcwkMG]?)$/.exec(text) ?? [];
  if (number === "") throw new FindError(`invalid -size type \`${text.at(-1) ?? ""}'`);
  const compare = comparison(number, "-size");
  const unit = SIZE_UNITS[letter] ?? 512;
  // Counted in whole units, rounded up: what is larger than nothing has one.
  return ({ status }) => compare(Math.ceil(sizeOf(status) / unit));
}

function ageTest(
  text: string,
  { now, unit, name }: { now: number; unit: number; name: string },
): Holds {
  const compare = comparison(text, name);
  return ({ status }) => {
    const age = (now - status.modified) / unit;
    // A minute that has begun counts as one, a day only when it is over.
    return compare(unit === MINUTE ? Math.ceil(age) : Math.floor(age));
  };
}

function newerTest(text: string, { invocation }: TestMaker): Holds {
  const { files, resolve } = invocation;
  try {
    const { modified } = files.stat(resolve(text));
    return ({ status }) => status.modified > modified;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new FindError(`${localeQuoted(text)}: ${error.message}`);
  }
}

function newerThanDate(text: string, { invocation, now }: TestMaker): Holds {
  const date = parseDate(text, now, timeZone(invocation.env.get("TZ")));
  if (date === undefined)
    throw new FindError(
      `I cannot figure out how to interpret ${localeQuoted(text)} as a date or time`,
    );
  return ({ status }) => status.modified > date;
}

function isEmpty(files: Files, { status, path }: Found): boolean {
  if (status.kind === "file") return status.size === 0;
  return status.kind === "directory" && files.list(path).length === 0;
}

function modeTest(text: string): Holds {
  const [, kind = "", mode = ""] = /^([-/]?)(.+)$/s.exec(text) ?? [];
  const wanted = changedMode(mode, { mode: 0, isDirectory: false, umask: 0 });
  if (wanted === undefined) throw new FindError(`invalid mode ${localeQuoted(text)}`);
  if (kind === "-") return ({ status }) => (status.mode & wanted) === wanted;
  if (kind === "/") return ({ status }) => wanted === 0 || (status.mode & wanted) !== 0;
  return ({ status }) => status.mode === wanted;
}

/** In Emacs' syntax `+` and `?` repeat, and there are no braces: as a basic expression says that. */
const fromEmacs = (text: string): string =>
  text.replace(/\[\^?\]?[^\]]*\]|\\[+?{}]|\\[^]|[+?]/g, (part) => {
    if (part === "+" || part === "?") return `\\${part}`;
    return /^\\[+?{}]$/.test(part) ? part.slice(1) : part;
  });

function regexTest(text: string, regexType: RegexType, ignoreCase: boolean): Holds {
  try {
    const syntax = regexType === "extended" ? "extended" : "basic";
    const patterns = parsePatterns([regexType === "emacs" ? fromEmacs(text) : text], syntax);
    const search = new LineSearch(patterns, { ignoreCase, whole: "line", extent: false });
    return ({ shown }) => {
      const isAscii = Buffer.byteLength(shown) === shown.length;
      for (const { find } of search.segments(shown, isAscii))
        if (find(0) !== undefined) return true;
      return false;
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new FindError(`failed to compile regular expression ${quoted(text)}: ${error.message}`);
  }
}

function linkTest(text: string, { invocation: { files } }: TestMaker, ignoreCase: boolean): Holds {
  const matches = globMatcher(text, ignoreCase);
  // A link that is followed is what it leads to.
  return ({ path, status }) => status.kind === "link" && matches(files.readLink(path));
}

function nameTest(text: string, ignoreCase: boolean): Holds {
  const matches = globMatcher(text, ignoreCase);
  return ({ name }) => matches(name);
}

function pathTest(text: string, ignoreCase: boolean): Holds {
  const matches = globMatcher(text, ignoreCase);
  return ({ shown }) => matches(shown);
}

function sameTest(text: string, { invocation: { files, resolve } }: TestMaker): Holds {
  if (!files.exists(resolve(text)))
    throw new FindError(`${localeQuoted(text)}: No such file or directory`);
  const same = fileIdentity(files, resolve(text));
  return ({ path, status }) => status.kind !== "link" && fileIdentity(files, path) === same;
}

function linksTest(text: string, { invocation: { files } }: TestMaker): Holds {
  const compare = comparison(text, "-links");
  return ({ path, status }) => compare(linksOf(files, path, status));
}

function inodeTest(text: string, { invocation: { files } }: TestMaker): Holds {
  const compare = comparison(text, "-inum");
  return ({ path, status }) => compare(inodeNumber(files, path, status));
}

/** Every file is root's. */
function ownerTest(text: string, what: "user" | "group"): Holds {
  if (text !== "root" && !/^\d+$/.test(text)) {
    throw new FindError(
      what === "user"
        ? `${localeQuoted(text)} is not the name of a known user`
        : `${localeQuoted(text)} is not the name of an existing group`,
    );
  }
  return () => text === "root" || Number(text) === 0;
}

function numberTest(text: string, name: string): Holds {
  const compare = comparison(text, name);
  return () => compare(0);
}

type TestsOfOne = Readonly<Record<string, (text: string, maker: TestMaker) => Holds>>;

/** A file has one time, by whichever name it is asked for. */
const AGES: TestsOfOne = Object.fromEntries(
  ["-mtime", "-ctime", "-atime", "-mmin", "-cmin", "-amin"].map((name) => [
    name,
    (text, { now }) => ageTest(text, { now, unit: name.endsWith("time") ? DAY : MINUTE, name }),
  ]),
) satisfies TestsOfOne;

const NEWER: TestsOfOne = Object.fromEntries([
  ...["-newer", "-cnewer", "-anewer"].map((name) => [name, newerTest] as const),
  ...["m", "c", "a"].flatMap((own) => [
    [`-newer${own}t`, newerThanDate] as const,
    ...["m", "c", "a"].map((its) => [`-newer${own}${its}`, newerTest] as const),
  ]),
]);

/** The tests that take one argument. */
export const TESTS_OF_ONE: TestsOfOne = {
  "-name": (text) => nameTest(text, false),
  "-iname": (text) => nameTest(text, true),
  "-path": (text) => pathTest(text, false),
  "-wholename": (text) => pathTest(text, false),
  "-ipath": (text) => pathTest(text, true),
  "-iwholename": (text) => pathTest(text, true),
  "-lname": (text, maker) => linkTest(text, maker, false),
  "-ilname": (text, maker) => linkTest(text, maker, true),
  "-regex": (text, { regexType }) => regexTest(text, regexType, false),
  "-iregex": (text, { regexType }) => regexTest(text, regexType, true),
  "-type": typeTest,
  "-xtype": otherTypeTest,
  "-size": (text) => sizeTest(text),
  ...AGES,
  ...NEWER,
  "-links": linksTest,
  "-inum": inodeTest,
  "-user": (text) => ownerTest(text, "user"),
  "-group": (text) => ownerTest(text, "group"),
  "-uid": (text) => numberTest(text, "-uid"),
  "-gid": (text) => numberTest(text, "-gid"),
  "-perm": (text) => modeTest(text),
  "-samefile": sameTest,
};

/** Whether a file may be used, as access(2) says it: of a link, what it leads to. */
function accessTest(
  { invocation: { files } }: TestMaker,
  may: (status: FileStatus) => boolean = () => true,
): Holds {
  return ({ path, status }) => {
    if (status.kind !== "link") return may(status);
    return files.exists(path) && may(files.stat(path));
  };
}

/** The tests that stand alone. */
export const TESTS_ALONE: Readonly<Record<string, (maker: TestMaker) => Holds>> = {
  "-true": () => () => true,
  "-false": () => () => false,
  "-empty":
    ({ invocation: { files } }) =>
    (found) =>
      isEmpty(files, found),
  "-nouser": () => () => false,
  "-nogroup": () => () => false,
  "-readable": (maker) => accessTest(maker),
  "-writable": (maker) => accessTest(maker),
  "-executable": (maker) =>
    accessTest(maker, ({ kind, mode }) => kind === "directory" || (mode & 0o111) !== 0),
  "-prune": () => (found) => {
    found.pruned = true;
    return true;
  },
};
