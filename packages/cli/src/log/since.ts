import { SandboxError } from "@agent-sandbox/core";

const UNIT = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** The moment that `2h`, `3d`, `2026-03-04` or `2026-03-04T05:06` names; a date is local. Fails with USAGE. */
export function parseSince(text: string, now: Date): Date {
  const [, amount, unit] = /^(\d+)([smhdw])$/.exec(text.trim()) ?? [];
  if (amount !== undefined) {
    const since = new Date(now.getTime() - Number(amount) * UNIT[unit as keyof typeof UNIT]);
    return Number.isNaN(since.getTime()) ? new Date(0) : since;
  }
  if (/^\d{4}-\d\d-\d\d/.test(text.trim())) {
    // ECMAScript takes a date alone for UTC.
    const local = text.trim().length === 10 ? `${text.trim()}T00:00` : text.trim();
    const moment = new Date(local.replace(" ", "T"));
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  throw new SandboxError("USAGE", `Cannot use "${text}" as a moment: it is none`, {
    hint: 'Write how long ago, or a date: "30m", "2h", "7d", "2026-03-04", "2026-03-04T05:06"',
  });
}
