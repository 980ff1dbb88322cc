import { CommandError } from "../../options.ts";
import type { SetPart } from "./parse-set.ts";

const ALL = Array.from({ length: 256 }, (_, byte) => byte);

const sizeOf = (part: SetPart): number =>
  part.kind === "repeat" ? (part.count ?? 0) : part.bytes.length;

const lengthOf = (parts: readonly SetPart[]): number =>
  parts.reduce((sum, part) => sum + sizeOf(part), 0);

/** All bytes of a set in their order; a repetition without a number takes what is missing. */
export function bytesIn(parts: readonly SetPart[], wanted = 0): readonly number[] {
  const missing = Math.max(0, wanted - lengthOf(parts));
  return parts.flatMap((part) =>
    part.kind === "repeat"
      ? Array.from({ length: part.count ?? missing }, () => part.byte)
      : part.bytes,
  );
}

export function complementOf(bytes: readonly number[]): readonly number[] {
  const held = new Set(bytes);
  return ALL.filter((byte) => !held.has(byte));
}

function checkSecond(parts: readonly SetPart[]): void {
  const open = parts.filter((part) => part.kind === "repeat" && part.count === undefined);
  if (open.length > 1) {
    throw new CommandError("only one [c*] repeat construct may appear in string2");
  }
  if (parts.some(({ kind }) => kind === "equals")) {
    throw new CommandError("[=c=] expressions may not appear in string2 when translating");
  }
  const isOther = parts.some(
    (part) => part.kind === "class" && part.name !== "upper" && part.name !== "lower",
  );
  if (isOther) {
    const words = "when translating, the only character classes that may appear in";
    throw new CommandError(`${words}\nstring2 are 'upper' and 'lower'`);
  }
}

/** Where a class of the second set begins, there must begin one of the first. */
function checkCase(first: readonly SetPart[], second: readonly SetPart[]): void {
  const starts = new Map<number, SetPart>();
  let at = 0;
  for (const part of first) {
    if (part.kind === "class") starts.set(at, part);
    at += sizeOf(part);
  }
  const missing = Math.max(0, at - lengthOf(second));
  at = 0;
  for (const part of second) {
    const opposite = starts.get(at);
    const isCase = opposite?.kind === "class" && /^(upper|lower)$/.test(opposite.name);
    if (part.kind === "class" && !isCase) {
      throw new CommandError("misaligned [:upper:] and/or [:lower:] construct");
    }
    at += part.kind === "repeat" ? (part.count ?? missing) : part.bytes.length;
  }
}

export interface Sets {
  readonly first: readonly SetPart[];
  readonly second: readonly SetPart[];
  readonly isComplement: boolean;
  readonly truncates: boolean;
}

/** What each byte becomes. */
export function translationOf({ first, second, isComplement, truncates }: Sets): Uint8Array {
  checkSecond(second);
  if (!isComplement) checkCase(first, second);
  const from = isComplement ? complementOf(bytesIn(first)) : bytesIn(first);
  const to = bytesIn(second, from.length);
  const last = to.at(-1);
  if (last === undefined && !truncates) {
    throw new CommandError("when not truncating set1, string2 must be non-empty");
  }
  if (!truncates && to.length < from.length && second.at(-1)?.kind === "class") {
    const words = "when translating with string1 longer than string2";
    throw new CommandError(`${words},\nthe latter string must not end with a character class`);
  }
  const table = Uint8Array.from(ALL);
  from.forEach((byte, index) => {
    table[byte] = to[index] ?? (truncates ? byte : (last ?? byte));
  });
  return table;
}
