import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { editLines } from "./each-line.ts";
import type { TabStops } from "./tab-stops.ts";
import { parseTabStops } from "./tab-stops.ts";

const OPTIONS = {
  initial: "-i --initial",
  tabs: "-t --tabs=LIST",
  digits: "-NUM",
} as const;

function expanded(line: string, stops: TabStops, onlyInitial: boolean): string {
  let text = "";
  let column = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    const isBlank = character === " " || character === "\t";
    if (onlyInitial && !isBlank) return text + line.slice(at);
    if (character === "\t") {
      const stop = stops.after(column) ?? column + 1;
      text += " ".repeat(stop - column);
      column = stop;
      continue;
    }
    text += character;
    column = character === "\b" ? Math.max(0, column - 1) : column + 1;
  }
  return text;
}

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const { options, invocation } = call;
  const lists = options.given.filter(({ key }) => key !== "initial");
  const stops = parseTabStops(lists.map(({ value = "" }) => value));
  const onlyInitial = options.has("initial");
  const edit = (line: string, isCut: boolean): string => {
    const text = line.includes("\t") ? expanded(line, stops, onlyInitial) : line;
    return isCut ? text : `${text}\n`;
  };
  return yield* eachInput(call, function* ({ input }) {
    yield* editLines({ input, output: invocation.stdout, end: "\n", edit });
    return 0;
  });
}

export const expand = defineCommand({
  name: "expand",
  description: "Convert tabs to spaces",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
