import { type Count, readCount } from "./counts.ts";
import type { Call } from "./define-command.ts";
import type { Given } from "./options.ts";

export const PART_OPTIONS = {
  bytes: "-c --bytes=NUM",
  lines: "-n --lines=NUM",
  digits: "-NUM",
  quiet: "-q --quiet --silent",
  verbose: "-v --verbose",
  zero: "-z --zero-terminated",
} as const;

export type PartOption = keyof typeof PART_OPTIONS;

/** How much of an input is wanted, from either end. */
export interface Part extends Count {
  readonly what: "bytes" | "lines";
  /** The byte that ends a line. */
  readonly end: number;
}

/** A wrong number is refused before what comes behind it, also where another takes its place. */
export function checkPart({ key, value = "" }: Given): undefined {
  if (key === "bytes" || key === "lines") readCount(value, key);
}

export function partOf({ options }: Call<PartOption>): Part {
  const end = options.has("zero") ? 0 : 10;
  const last = options.given.findLast(({ key }) => key === "bytes" || key === "lines");
  if (last?.value === undefined) return { sign: "", number: 10, what: "lines", end };
  const what = last.key === "bytes" ? "bytes" : "lines";
  return { ...readCount(last.value, what), what, end };
}
