import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { editLines } from "./each-line.ts";
import { numberIn } from "./numbers.ts";

const OPTIONS = {
  bytes: "-b --bytes",
  spaces: "-s --spaces",
  width: "-w --width=WIDTH",
  digits: "-NUM",
} as const;

const WIDTH = { what: "number of columns", least: 1, isUnsigned: true };

type FoldCall = Call<keyof typeof OPTIONS>;

interface Plan {
  readonly width: number;
  readonly countsBytes: boolean;
  readonly breaksAtBlanks: boolean;
}

/** The column behind a character. */
function columnBehind(column: number, character: string, { countsBytes }: Plan): number {
  if (countsBytes) return column + 1;
  if (character === "\t") return column + 8 - (column % 8);
  if (character === "\r") return 0;
  return character === "\b" ? Math.max(0, column - 1) : column + 1;
}

function widthOf(text: string, plan: Plan): number {
  let column = 0;
  for (let at = 0; at < text.length; at += 1) {
    column = columnBehind(column, text.charAt(at), plan);
  }
  return column;
}

/** Where the row breaks that is full: behind its last blank, where that is asked for. */
function breakOf(row: string, { breaksAtBlanks }: Plan): number {
  if (!breaksAtBlanks) return row.length;
  const blank = Math.max(row.lastIndexOf(" "), row.lastIndexOf("\t"));
  return blank === -1 ? row.length : blank + 1;
}

/** Characters between two ticks. */
const STEP = 16_384;

function* folded(line: string, plan: Plan): Running<string> {
  let written = "";
  let row = "";
  let column = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    let next = columnBehind(column, character, plan);
    while (next > plan.width && row !== "") {
      const end = breakOf(row, plan);
      written += `${row.slice(0, end)}\n`;
      row = row.slice(end);
      next = columnBehind(widthOf(row, plan), character, plan);
    }
    row += character;
    column = next;
    if (at % STEP === STEP - 1) yield;
  }
  return written + row;
}

function* run(call: FoldCall): Running<number> {
  const { options, invocation } = call;
  const last = options.given.findLast(({ key }) => key === "width" || key === "digits");
  const plan = {
    width: numberIn(last?.value ?? "80", WIDTH),
    countsBytes: options.has("bytes"),
    breaksAtBlanks: options.has("spaces"),
  };
  const edit = function* (line: string, isCut: boolean): Running<string> {
    return (yield* folded(line, plan)) + (isCut ? "" : "\n");
  };
  return yield* eachInput(call, function* ({ input }) {
    yield* editLines({ input, output: invocation.stdout, end: "\n", edit });
    return 0;
  });
}

export const fold = defineCommand({
  name: "fold",
  description: "Wrap each input line to fit in specified width",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  check({ key, value = "" }) {
    if (key === "width" || key === "digits") numberIn(value, WIDTH);
    return undefined;
  },
  run,
});
