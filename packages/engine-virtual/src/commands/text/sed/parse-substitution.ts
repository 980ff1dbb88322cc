import { readDelimited } from "./delimited.ts";
import type { Parsing } from "./parse-address.ts";
import { compileSearch } from "./parse-address.ts";
import { largestGroup, parseReplacement } from "./replacement.ts";
import type { Substitution } from "./script.ts";
import type { ScriptReader } from "./script-reader.ts";
import { readPath } from "./read-path.ts";
import { withoutEscapes } from "./escapes.ts";
import { asBytes } from "../../../shell/text.ts";

interface Flags {
  global: boolean;
  number: number | undefined;
  prints: number;
  ignoreCase: boolean;
  multiline: boolean;
  path: string | undefined;
}

function refuseSecond(reader: ScriptReader, what: string): never {
  throw reader.failure(`multiple ${what} options to \`s' command`);
}

function numberFlag(reader: ScriptReader, flags: Flags): void {
  if (flags.number !== undefined) {
    reader.next();
    refuseSecond(reader, "number");
  }
  flags.number = reader.number();
  if (flags.number === 0) throw reader.failure("number option to `s' command may not be zero");
}

/** Takes one flag; false where the command ends. */
function takeFlag(reader: ScriptReader, flags: Flags): boolean {
  if (/\d/.test(reader.peek())) {
    numberFlag(reader, flags);
    return true;
  }
  if (reader.isAtEnd || /[;\n}#]/.test(reader.peek())) return false;
  const flag = reader.next();
  if (/[ \t\r]/.test(flag)) return true;
  if (flag === "g") {
    if (flags.global) refuseSecond(reader, "`g'");
    flags.global = true;
  } else if (flag === "p") {
    if (flags.prints > 0) refuseSecond(reader, "`p'");
    flags.prints += 1;
  } else if (flag === "w") {
    flags.path = readPath(reader);
    return false;
  } else takeModifier(reader, flags, flag);
  return true;
}

function takeModifier(reader: ScriptReader, flags: Flags, flag: string): void {
  if (flag === "I" || flag === "i") flags.ignoreCase = true;
  else if (flag === "M" || flag === "m") flags.multiline = true;
  else if (flag === "e") throw reader.failure("the e option of `s' is not supported");
  else throw reader.failure("unknown option to `s'");
}

/** `s/…/…/flags`, behind its letter. */
export function parseSubstitution(parsing: Parsing): Substitution {
  const { reader } = parsing;
  const delimiter = reader.next();
  const source = readDelimited(reader, delimiter, true);
  const right = source === undefined ? undefined : readDelimited(reader, delimiter, false);
  if (source === undefined || right === undefined || delimiter === "\n" || delimiter === "\\") {
    throw reader.failure("unterminated `s' command");
  }
  const flags: Flags = {
    ...{ global: false, number: undefined, prints: 0 },
    ...{ ignoreCase: false, multiline: false, path: undefined },
  };
  while (takeFlag(reader, flags));
  const parts = parseReplacement(right);
  const search = compileSearch(parsing, source, flags);
  const largest = largestGroup(parts);
  if (search !== undefined && largest > search.search.groupCount) {
    reader.takeOne(/[;\n]/);
    throw reader.failure(`invalid reference \\${largest} on \`s' command's RHS`);
  }
  return { search, parts, hasGroups: largest > 0, ...flags, number: flags.number ?? 1 };
}

/** `y/…/…/`, behind its letter. */
export function parseTranslation({ reader, isBytes }: Parsing): ReadonlyMap<string, string> {
  const delimiter = reader.next();
  const from = readDelimited(reader, delimiter, false);
  const to = from === undefined ? undefined : readDelimited(reader, delimiter, false);
  if (from === undefined || to === undefined) throw reader.failure("unterminated `y' command");
  const [left, right] = [from, to].map((text) => {
    const plain = withoutEscapes(text, (pair) => pair.slice(1));
    return Array.from(isBytes ? asBytes(plain) : plain);
  });
  if (left?.length !== right?.length) {
    throw reader.failure("strings for `y' command are different lengths");
  }
  // Of a character that stands there twice, the first counts.
  const pairs = (left ?? []).map((character, index) => [character, right?.[index] ?? ""] as const);
  return new Map(pairs.toReversed());
}
