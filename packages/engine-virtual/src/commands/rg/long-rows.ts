import type { RgPlan } from "./rg-plan.ts";

interface Row {
  /** As it would be shown, without colours. */
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
  /** Where its matches begin; undefined for a line around. */
  readonly matches: readonly number[] | undefined;
}

interface Shortened {
  /** How much of it is shown. */
  readonly length: number;
  /** What is said behind that. */
  readonly note: string;
}

/** How a row is shown that is longer than `--max-columns`; undefined where it is not. */
export function shortened(plan: RgPlan, { encoding, matches, text }: Row): Shortened | undefined {
  const { mostColumns, options } = plan;
  if (mostColumns === 0 || Buffer.byteLength(text, encoding) + 1 <= mostColumns) return undefined;
  const looksAtMatches = options.has("column", "replace", "vimgrep") || plan.colors.isOn;
  const counted = looksAtMatches && !plan.invert ? matches : undefined;
  if (!options.has("preview")) return { length: 0, note: noteFor(matches, counted) };
  const { length } = Array.from(text).slice(0, mostColumns).join("");
  if (counted === undefined) return { length, note: " [... omitted end of long line]" };
  const more = counted.filter((start) => start >= length).length;
  return { length, note: ` [... ${more} more ${more === 1 ? "match" : "matches"}]` };
}

function noteFor(matches: Row["matches"], counted: Row["matches"]): string {
  if (matches === undefined) return "[Omitted long context line]";
  if (counted === undefined) return "[Omitted long matching line]";
  return `[Omitted long line with ${counted.length} matches]`;
}
