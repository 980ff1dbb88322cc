import type { PatternReader } from "./reader.ts";
import type { ClassName, Expression, SetItem } from "./syntax.ts";
import { CLASSES, ExpressionError } from "./syntax.ts";

const UNMATCHED = "Unmatched [, [^, [:, [., or [=";

const isClassName = (name: string): name is ClassName =>
  name !== "word" && Object.hasOwn(CLASSES, name);

const COLON = 58;

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

function className(reader: PatternReader): ClassName {
  const name = reader.takeUntil(":]");
  if (name === undefined) throw new ExpressionError(UNMATCHED);
  if (!isClassName(name)) throw new ExpressionError("Invalid character class name");
  return name;
}

/** One end of a range: a character, `[.x.]` or `[=x=]`. */
function rangeEnd(reader: PatternReader): number {
  for (const mark of [".", "="]) {
    if (!reader.take(`[${mark}`)) continue;
    const inside = reader.takeUntil(`${mark}]`);
    if (inside === undefined) throw new ExpressionError(UNMATCHED);
    if (Array.from(inside).length !== 1) throw new ExpressionError("Invalid collation character");
    return codeOf(inside);
  }
  return codeOf(reader.next());
}

function item(reader: PatternReader): SetItem {
  if (reader.take("[:")) return className(reader);
  const from = rangeEnd(reader);
  if (reader.peek() !== "-" || reader.peek(1) === "]" || reader.peek(1) === "") return [from, from];
  reader.take("-");
  const to = rangeEnd(reader);
  if (to < from) throw new ExpressionError("Invalid range end");
  return [from, to];
}

/** `[…]` as POSIX reads it, behind its `[`: a backslash is a character like any other. */
export function readBracket(reader: PatternReader): Expression {
  const isClassAlone = reader.peek() === ":";
  const negated = reader.take("^");
  if (reader.peek() === "") throw new ExpressionError("Invalid regular expression");
  const items: SetItem[] = [];
  do {
    if (reader.isAtEnd) throw new ExpressionError(UNMATCHED);
    items.push(item(reader));
  } while (reader.peek() !== "]");
  reader.next();
  const last = items.at(-1);
  const isColon = typeof last === "object" && last[0] === COLON;
  if (isClassAlone && isColon && items.length > 2) {
    throw new ExpressionError("character class syntax is [[:space:]], not [:space:]");
  }
  return { kind: "set", negated, items };
}
