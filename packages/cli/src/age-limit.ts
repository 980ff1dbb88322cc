import { SandboxError } from "@agent-sandbox/core";

const UNIT = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Milliseconds from `7d`, `12h`, `30m`, `2w`; USAGE for anything else. */
export function parseAge(text: string): number {
  const [, amount, unit] = /^(\d+)([mhdw])$/.exec(text.trim()) ?? [];
  if (amount !== undefined) return Number(amount) * UNIT[unit as keyof typeof UNIT];
  throw new SandboxError("USAGE", `Cannot use "${text}" as an age: it is none`, {
    hint: 'Write a number with a unit: "30m", "12h", "7d", "2w"',
  });
}
