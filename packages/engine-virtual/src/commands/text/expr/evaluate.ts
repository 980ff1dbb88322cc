import { parseBasic } from "../../../regex/parse-posix.ts";
import { ExpressionError } from "../../../regex/syntax.ts";
import { TextSearch } from "../../../regex/text-search.ts";
import { CommandError } from "../../options.ts";

const WRONG = 2;

export const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

/** Whether a value is nothing or zero. */
export const isNull = (text: string): boolean => /^-?0*$/.test(text) && text !== "-";

function integers(left: string, right: string): readonly [bigint, bigint] {
  if (!isInteger(left) || !isInteger(right)) throw new CommandError("non-integer argument", WRONG);
  return [BigInt(left), BigInt(right)];
}

function divided(left: string, right: string, isRemainder: boolean): bigint {
  const [one, other] = integers(left, right);
  if (other === 0n) throw new CommandError("division by zero", WRONG);
  return isRemainder ? one % other : one / other;
}

const calculate =
  (work: (left: bigint, right: bigint) => bigint) =>
  (left: string, right: string): string => {
    const [one, other] = integers(left, right);
    return String(work(one, other));
  };

function compared(left: string, right: string): number {
  if (isInteger(left) && isInteger(right))
    return Number(BigInt(left) > BigInt(right)) - Number(BigInt(left) < BigInt(right));
  return left === right ? 0 : left < right ? -1 : 1;
}

const compare =
  (holds: (order: number) => boolean) =>
  (left: string, right: string): string =>
    holds(compared(left, right)) ? "1" : "0";

/** What an expression finds at the start: its first group, or how many characters. */
export function matched(text: string, pattern: string): string {
  try {
    const search = new TextSearch(parseBasic(pattern));
    const found = search.match(text);
    const isFound = found?.start === 0;
    if (search.groupCount > 0) return isFound ? (found.groups[1] ?? "") : "";
    return isFound ? String(Array.from(text.slice(0, found.end)).length) : "0";
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new CommandError(error.message, WRONG);
  }
}

type Operation = (left: string, right: string) => string;

/** The operators of each level, those that bind least first. */
export const LEVELS: readonly Readonly<Record<string, Operation>>[] = [
  { "|": (left, right) => (isNull(left) ? (isNull(right) ? "0" : right) : left) },
  { "&": (left, right) => (isNull(left) || isNull(right) ? "0" : left) },
  {
    "<": compare((order) => order < 0),
    "<=": compare((order) => order <= 0),
    "=": compare((order) => order === 0),
    "==": compare((order) => order === 0),
    "!=": compare((order) => order !== 0),
    ">=": compare((order) => order >= 0),
    ">": compare((order) => order > 0),
  },
  {
    "+": calculate((left, right) => left + right),
    "-": calculate((left, right) => left - right),
  },
  {
    "*": calculate((left, right) => left * right),
    "/": (left, right) => String(divided(left, right, false)),
    "%": (left, right) => String(divided(left, right, true)),
  },
  { ":": matched },
];

const charactersOf = (text: string): readonly string[] => Array.from(text);

function indexOf(text: string, characters: string): string {
  const wanted = new Set(characters);
  return String(charactersOf(text).findIndex((character) => wanted.has(character)) + 1);
}

function substring([text = "", position = "", length = ""]: readonly string[]): string {
  const [from, count] = [position, length].map((one) => (isInteger(one) ? Number(one) : 0));
  if (from === undefined || count === undefined || from < 1 || count < 1) return "";
  return charactersOf(text)
    .slice(from - 1, from - 1 + count)
    .join("");
}

export interface Named {
  readonly count: number;
  readonly work: (operands: readonly string[]) => string;
}

/** The operations that stand in front of their operands. */
export const NAMED: Readonly<Record<string, Named>> = {
  index: { count: 2, work: ([text = "", characters = ""]) => indexOf(text, characters) },
  length: { count: 1, work: ([text = ""]) => String(charactersOf(text).length) },
  match: { count: 2, work: ([text = "", pattern = ""]) => matched(text, pattern) },
  substr: { count: 3, work: substring },
};
