import { keyText } from "./key-text.ts";
import { compareDecimals, compareFloats, decimalOf, floatOf, monthOf } from "./numbers.ts";
import type { KeyOptions, SortKey } from "./sort-key.ts";
import { compareVersions } from "./versions.ts";

export type Compare<Value> = (left: Value, right: Value) => number;

/** The values of one key for all lines, compared by the lines' places. */
type Column = Compare<number>;

export const compareBytes = (left: string, right: string): number =>
  left === right ? 0 : left < right ? -1 : 1;

/** What is left of a text in which only some characters count. */
function cleaned(text: string, { dictionary, printable, foldsCase }: KeyOptions): string {
  let kept = text;
  if (dictionary) kept = kept.replace(/[^A-Za-z0-9 \t]/g, "");
  if (printable) kept = kept.replace(/[^ -~]/g, "");
  return foldsCase ? kept.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : kept;
}

function column<Value>(
  lines: readonly string[],
  valueOf: (line: string) => Value,
  compare: (left: Value, right: Value) => number,
): Column {
  const values = lines.map(valueOf);
  return (left, right) => {
    const [one, other] = [values[left], values[right]];
    return one === undefined || other === undefined ? 0 : compare(one, other);
  };
}

const difference = (left: number, right: number): number => left - right;

/** Equal keys stay together, in an order that nobody knows: that of two hashes, begun by chance. */
function shuffled(): (text: string) => number {
  const [start, other] = [Math.random(), Math.random()].map((chance) => (chance * 2 ** 32) | 0);
  return (text) => {
    let [high, low] = [start ?? 0, other ?? 0];
    for (let at = 0; at < text.length; at += 1) {
      high = Math.imul(high ^ text.charCodeAt(at), 0x9e3779b1);
      low = Math.imul(low ^ text.charCodeAt(at) ^ (high >>> 15), 0x85ebca6b);
    }
    return (high >>> 11) * 2 ** 32 + (low >>> 0);
  };
}

/** What a key is compared by, made once for every line. */
export function columnOf(
  lines: readonly string[],
  key: SortKey,
  separator: string | undefined,
): Column {
  const textOf = (line: string): string => keyText(line, key, separator);
  const textual = (line: string): string => cleaned(textOf(line), key);
  switch (key.ordering) {
    case "text":
      return column(lines, textual, compareBytes);
    case "numeric":
      return column(lines, (line) => decimalOf(textOf(line), false), compareDecimals);
    case "human":
      return column(lines, (line) => decimalOf(textual(line), true), compareDecimals);
    case "general":
      return column(
        lines,
        (line) => [floatOf(textOf(line))],
        ([one], [other]) => compareFloats(one, other),
      );
    case "month":
      return column(lines, (line) => monthOf(textOf(line)), difference);
    case "version":
      return column(lines, textual, compareVersions);
    case "random": {
      const placeOf = shuffled();
      return column(lines, (line) => placeOf(textual(line)), difference);
    }
  }
}

export interface Order {
  readonly keys: readonly SortKey[];
  readonly separator: string | undefined;
  readonly reverse: boolean;
  /** Whether lines whose keys are equal are ordered by all their bytes. */
  readonly hasLastResort: boolean;
}

/** Compares lines by their places among all of them. */
export function comparison(lines: readonly string[], order: Order): Compare<number> {
  const columns = order.keys.map((key) => {
    const compare = columnOf(lines, key, order.separator);
    return key.reverse ? (left: number, right: number) => -compare(left, right) : compare;
  });
  return (left, right) => {
    for (const compare of columns) {
      const result = compare(left, right);
      if (result !== 0) return result;
    }
    if (!order.hasLastResort) return 0;
    const bytes = compareBytes(lines[left] ?? "", lines[right] ?? "");
    return order.reverse ? -bytes : bytes;
  };
}
