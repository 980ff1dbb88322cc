import type { Parsed } from "./refusal.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `30`, `"30s"`, `"500ms"`, `"2m"` or `"1h"`, to whole milliseconds; a number is seconds. */
export function parseDuration(written: number | string): Parsed<number> {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(String(written)) ?? [];
  const milliseconds = Math.floor(Number(amount) * (UNITS[unit] ?? Number.NaN));
  if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return { value: milliseconds };
  return {
    refused: `${JSON.stringify(written)} is not a time`,
    hint: 'Write seconds, or "500ms", "30s", "2m", "1h"',
  };
}
