import type { Parsed } from "./refusal.ts";

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  k: 2 ** 10,
  m: 2 ** 20,
  g: 2 ** 30,
  t: 2 ** 40,
};

/** Docker takes 6 MiB, with which the sandbox's own set-up is killed for want of memory. */
const SMALLEST = 64 * 2 ** 20;

/** `"4g"`, `"512m"`, `"1.5GiB"` or a number of bytes, to whole bytes. */
export function parseMemory(written: number | string): Parsed<number> {
  const size = parseSize(written, "memory");
  if ("refused" in size || size.value >= SMALLEST) return size;
  return {
    refused: `${JSON.stringify(written)} is less than 64 MiB`,
    hint: 'Write at least "64m"',
  };
}

/** An amount of `what`, likewise, of whatever size. */
export function parseSize(written: number | string, what = "bytes"): Parsed<number> {
  const quoted = JSON.stringify(written);
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([bkmgt]?)(?:i?b)?$/i.exec(String(written)) ?? [];
  const factor = UNITS[unit?.toLowerCase() ?? ""];
  const bytes = Math.floor(Number(amount) * (factor ?? Number.NaN));
  if (Number.isSafeInteger(bytes)) return { value: bytes };
  return { refused: `${quoted} is not an amount of ${what}`, hint: 'Write "4g" or "512m"' };
}
