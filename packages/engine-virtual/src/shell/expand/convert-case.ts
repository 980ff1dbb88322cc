import type { Running } from "../../commands/command.ts";
import { lower, upper } from "../letter-case.ts";
import { matches } from "../pattern/match-pattern.ts";
import type { Pattern } from "../pattern/parse-pattern.ts";

export interface CaseConversion {
  /** `^`, `,` or `~`. */
  readonly operator: string;
  /** Which characters; without it, all. */
  readonly pattern: Pattern | undefined;
}

/** Characters between two ticks. */
const STEP = 4_096;

/** A piece of a text that cuts no character, as long as there is one. */
const PIECE = new RegExp(`[^]{1,${STEP}}`, "gu");

/** `${x^^p}`: of every character. */
export function* convertCase(text: string, conversion: CaseConversion): Running<string> {
  let converted = "";
  for (const [piece] of text.matchAll(PIECE)) {
    converted += convertPiece(piece, conversion);
    if (converted.length > STEP) yield;
  }
  return converted;
}

/** `${x^p}` */
export function convertFirst(text: string, conversion: CaseConversion): string {
  const first = text === "" ? "" : String.fromCodePoint(text.codePointAt(0) ?? 0);
  return convertCharacter(first, conversion) + text.slice(first.length);
}

function convertPiece(piece: string, conversion: CaseConversion): string {
  const { operator, pattern } = conversion;
  if (pattern === undefined && operator === "^") return upper(piece);
  if (pattern === undefined && operator === ",") return lower(piece);
  return Array.from(piece, (one) => convertCharacter(one, conversion)).join("");
}

function convertCharacter(one: string, { operator, pattern }: CaseConversion): string {
  if (pattern !== undefined && !matches(pattern, one)) return one;
  if (operator === "^") return upper(one);
  if (operator === ",") return lower(one);
  return one === lower(one) ? upper(one) : lower(one);
}
