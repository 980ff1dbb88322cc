import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { editLines } from "./each-line.ts";
import type { TabStops } from "./tab-stops.ts";
import { parseTabStops } from "./tab-stops.ts";

const OPTIONS = {
  all: "-a --all",
  firstOnly: "--first-only",
  tabs: "-t --tabs=LIST",
  digits: "-NUM",
} as const;

/** The column behind a run of blanks. */
function endOf(blanks: string, from: number, stops: TabStops): number {
  let column = from;
  for (const blank of blanks) {
    column = blank === "\t" ? (stops.after(column) ?? column + 1) : column + 1;
  }
  return column;
}

/** A run of blanks with as many tabs as it may have. */
function tabbed(blanks: string, from: number, stops: TabStops): string {
  const to = endOf(blanks, from, stops);
  const first = stops.after(from);
  // One space in front of a stop stays a space, where nothing or no other stop follows.
  const isLoneStop = first === from + 1 && blanks.startsWith(" ");
  if (blanks === " " || (isLoneStop && stops.after(first) === undefined)) return blanks;
  let text = "";
  let column = from;
  for (;;) {
    const stop = stops.after(column);
    if (stop === undefined || stop > to) return text + " ".repeat(to - column);
    text += "\t";
    column = stop;
  }
}

function unexpanded(line: string, stops: TabStops, all: boolean): string {
  const parts = line.match(/[ \t]+|[^ \t]+/g) ?? [];
  let column = 0;
  return parts
    .map((part, index) => {
      const from = column;
      const isBlank = /^[ \t]/.test(part);
      column = isBlank ? endOf(part, from, stops) : from + part.length;
      return isBlank && (all || index === 0) ? tabbed(part, from, stops) : part;
    })
    .join("");
}

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const { options, invocation } = call;
  const lists = options.given.filter(({ key }) => key === "tabs" || key === "digits");
  const stops = parseTabStops(lists.map(({ value = "" }) => value));
  const all = !options.has("firstOnly") && options.has("all", "tabs", "digits");
  const edit = (line: string, isCut: boolean): string =>
    unexpanded(line, stops, all) + (isCut ? "" : "\n");
  return yield* eachInput(call, function* ({ input }) {
    yield* editLines({ input, output: invocation.stdout, end: "\n", edit });
    return 0;
  });
}

export const unexpand = defineCommand({
  name: "unexpand",
  description: "Convert spaces to tabs",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
