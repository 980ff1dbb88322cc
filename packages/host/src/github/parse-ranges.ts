import { ipVersion } from "@agent-sandbox/policy";

/**
 * GitHub's own ranges go from /32 to /20 (IPv4) and /29 (IPv6). An answer with a wider one than
 * these is not GitHub's, and would open far more than GitHub.
 */
const WIDEST = { 4: 16, 6: 28 } as const;
const COUNT_LIMIT = 2000;

/** The CIDRs of GitHub's `meta` answer for web, api and git, or undefined for any other answer. */
export function parseMeta(answer: unknown): readonly string[] | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { web, api, git } = answer as Partial<Record<"web" | "api" | "git", unknown>>;
  if (!Array.isArray(web) || !Array.isArray(api) || !Array.isArray(git)) return undefined;
  return checkRanges([...(web as unknown[]), ...(api as unknown[]), ...(git as unknown[])]);
}

/** The CIDRs of a list, once each and sorted, or undefined unless all of them are sound. */
export function checkRanges(ranges: unknown): readonly string[] | undefined {
  if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > COUNT_LIMIT)
    return undefined;
  const items: readonly unknown[] = ranges;
  return items.every(isRange) ? [...new Set(items)].sort() : undefined;
}

/** The CIDRs of a text, one a line; `#` starts a comment. */
export function parseRangeLines(text: string): readonly string[] | undefined {
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  return checkRanges(lines.filter((line) => line !== ""));
}

function isRange(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const [, address, prefix] = /^([^/%]+)\/(\d{1,3})$/.exec(value) ?? [];
  if (address === undefined) return false;
  // Not isIP of node:net, whose pattern takes 8 ms to be compiled, at each start.
  const family = ipVersion(address.toLowerCase());
  if (family === undefined) return false;
  const bits = Number(prefix);
  return bits >= WIDEST[family] && bits <= (family === 4 ? 32 : 128);
}
