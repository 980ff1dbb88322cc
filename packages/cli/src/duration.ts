import { SandboxError } from "@agent-sandbox/core";

const UNIT = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** Timers of Node hold 31 bits of milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Milliseconds from `90`, `90s`, `5m`, `1.5h`; a bare number is seconds. USAGE for anything else, for
 * nothing at all and for more than 24 days.
 */
export function parseDuration(text: string): number {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text.trim()) ?? [];
  const milliseconds = Math.round(Number(amount) * UNIT[unit as keyof typeof UNIT]);
  if (amount !== undefined && milliseconds > 0 && milliseconds <= LONGEST) return milliseconds;
  throw new SandboxError("USAGE", `Cannot use "${text}" as a time limit: not a duration`, {
    hint: 'Write seconds, or a number with a unit: "90", "90s", "5m", "1.5h"',
  });
}
