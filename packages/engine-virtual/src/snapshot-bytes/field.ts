import { snapshotInvalid } from "./snapshot-invalid.ts";

/** Reads what comes from outside, piece by piece; `what` names it where it is not as it must be. */
export type Read<Value> = (value: unknown, what: string) => Value;

export function refuse(what: string): never {
  throw snapshotInvalid(`${what} is not as it must be`);
}

export const text: Read<string> = (value, what) =>
  typeof value === "string" ? value : refuse(what);

export const flag: Read<boolean> = (value, what) =>
  typeof value === "boolean" ? value : refuse(what);

/** A whole number from 0 to `most`. */
export const count =
  (most = Number.MAX_SAFE_INTEGER): Read<number> =>
  (value, what) =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most
      ? Number(value)
      : refuse(what);

export const time: Read<number> = (value, what) =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse(what);

export const list =
  <Value>(item: Read<Value>): Read<readonly Value[]> =>
  (value, what) =>
    Array.isArray(value) ? value.map((one: unknown) => item(one, what)) : refuse(what);

export const pair =
  <First, Second>(first: Read<First>, second: Read<Second>): Read<readonly [First, Second]> =>
  (value, what) =>
    Array.isArray(value) && value.length === 2
      ? [first(value[0], what), second(value[1], what)]
      : refuse(what);

export const record: Read<Readonly<Record<string, unknown>>> = (value, what) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : refuse(what);
