import { ShellFailure } from "../shell-failure.ts";
import { listOf, one, type ParameterValue } from "./parameter-value.ts";

interface Slice {
  readonly offset: number;
  readonly length: number | undefined;
}

/** `${x:offset:length}` of a text. */
export function sliceText(value: ParameterValue, { offset, length }: Slice): ParameterValue {
  const [text] = value.values;
  if (text === undefined) return value;
  const characters = Array.from(text);
  const start = offset < 0 ? characters.length + offset : offset;
  if (start < 0 || start > characters.length) return one("");
  const end = endOf(start, length, characters.length);
  return one(characters.slice(start, end).join(""));
}

function endOf(start: number, length: number | undefined, total: number): number {
  if (length === undefined) return total;
  if (length >= 0) return start + length;
  const end = total + length;
  if (end < start) throw new ShellFailure(`${length}: substring expression < 0`, { ends: "line" });
  return end;
}

/** The same of a list whose elements stand at `keys`, which ascend. */
export function sliceList(
  { values, list }: ParameterValue,
  keys: readonly number[],
  { offset, length }: Slice,
): ParameterValue {
  if (length !== undefined && length < 0) {
    throw new ShellFailure(`${length}: substring expression < 0`, { ends: "line" });
  }
  const start = offset < 0 ? (keys.at(-1) ?? -1) + 1 + offset : offset;
  const from = start < 0 ? -1 : keys.findIndex((key) => key >= start);
  const end = length === undefined ? undefined : from + length;
  return listOf(from === -1 ? [] : values.slice(from, end), list ?? "@");
}
