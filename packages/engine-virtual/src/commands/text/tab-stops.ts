import { CommandError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

/** Where tabs lead. */
export interface TabStops {
  /** The first stop behind a column; `undefined` where there is none any more. */
  after(column: number): number | undefined;
}

interface Stops {
  readonly fixed: readonly number[];
  /** How far the stops behind the last one are apart, and from where they are counted. */
  readonly every: { readonly size: number; readonly from: number } | undefined;
}

function stopsOf({ fixed, every }: Stops): TabStops {
  return {
    after(column) {
      const stop = fixed.find((one) => one > column);
      if (stop !== undefined || every === undefined) return stop;
      const { size, from } = every;
      return from + (Math.floor((column - from) / size) + 1) * size;
    },
  };
}

function sizeOf(text: string): number {
  if (!/^\d+$/.test(text)) {
    const rest = text.replace(/^\d+/, "");
    throw new CommandError(`tab size contains invalid character(s): ${localeQuoted(rest)}`);
  }
  if (Number(text) === 0) throw new CommandError("tab size cannot be 0");
  return Number(text);
}

/** Reads `8`, `2,4,10`, and lists that end in `/N` or `+N`. */
export function parseTabStops(lists: readonly string[]): TabStops {
  const words = lists.flatMap((list) => list.split(/[, \t]+/)).filter((word) => word !== "");
  const last = words.at(-1) ?? "8";
  const mark = /^[/+]/.exec(last)?.[0];
  const fixed = (mark === undefined ? words : words.slice(0, -1)).map(sizeOf);
  if (fixed.some((stop, index) => index > 0 && stop <= (fixed[index - 1] ?? 0))) {
    throw new CommandError("tab sizes must be ascending");
  }
  if (mark !== undefined) {
    const from = mark === "+" ? (fixed.at(-1) ?? 0) : 0;
    return stopsOf({ fixed, every: { size: sizeOf(last.slice(1)), from } });
  }
  if (fixed.length > 1) return stopsOf({ fixed, every: undefined });
  return stopsOf({ fixed: [], every: { size: fixed[0] ?? 8, from: 0 } });
}
