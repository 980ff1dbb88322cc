const UNITS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** `1.5m` in milliseconds, as sleep and timeout take it; `undefined` where it is none. */
export function readDuration(text: string): number | undefined {
  if (/^inf(?:inity)?$/i.test(text)) return Number.POSITIVE_INFINITY;
  const [, number, unit = ""] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor * 1_000;
}
