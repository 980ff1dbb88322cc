import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { bytesOf } from "../byte-string.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { OrderCheck } from "./two-files.ts";
import { linesOf, orderCheckOf, twoOperands } from "./two-files.ts";

const OPTIONS = {
  noFirst: "-1",
  noSecond: "-2",
  noBoth: "-3",
  checkOrder: "--check-order",
  noCheckOrder: "--nocheck-order",
  outputDelimiter: "--output-delimiter=STR",
  total: "--total",
  zero: "-z --zero-terminated",
} as const;

type CommCall = Call<keyof typeof OPTIONS>;
type Column = "first" | "second" | "both";

function delimiterOf({ options }: CommCall): string {
  const all = options.values("outputDelimiter");
  if (all.some((one) => one !== all[0])) {
    throw new CommandError("multiple output delimiters specified");
  }
  return all[0] === undefined ? "\t" : bytesOf(all[0] || "\0");
}

/** Writes lines in their columns, and sees whether they come in order. */
class Columns {
  readonly #call: CommCall;
  readonly #check: OrderCheck;
  readonly #delimiter: string;
  readonly #end: string;
  readonly #writer: ByteWriter;
  readonly #counts = { first: 0, second: 0, both: 0 };
  readonly #warned = new Set<number>();
  #hasUnpaired = false;

  constructor(call: CommCall) {
    this.#call = call;
    this.#check = orderCheckOf(call);
    this.#delimiter = delimiterOf(call);
    this.#end = call.options.has("zero") ? "\0" : "\n";
    this.#writer = new ByteWriter(call.invocation.stdout);
  }

  add(column: Column, line: string): void {
    const { options } = this.#call;
    this.#counts[column] += 1;
    if (column !== "both") this.#hasUnpaired = true;
    const isHidden = { first: "noFirst", second: "noSecond", both: "noBoth" } as const;
    if (options.has(isHidden[column])) return;
    const before = { first: [], second: ["noFirst"], both: ["noFirst", "noSecond"] } as const;
    const indent = before[column].filter((key) => !options.has(key)).length;
    this.#writer.add(this.#delimiter.repeat(indent) + line + this.#end);
  }

  /** Sees the next line of file 1 or 2. */
  checkOrder(file: number, lines: readonly string[], at: number): void {
    const [before, line] = [lines[at - 1], lines[at]];
    if (before === undefined || line === undefined || before <= line) return;
    if (this.#check === "never" || this.#warned.has(file)) return;
    if (this.#check === "when-unpaired" && !this.#hasUnpaired) return;
    this.#writer.flush();
    this.#warned.add(file);
    const words = `file ${file} is not in sorted order`;
    if (this.#check === "always") throw new CommandError(words);
    complain(this.#call.invocation, words);
  }

  end(): number {
    if (this.#call.options.has("total")) {
      const { first, second, both } = this.#counts;
      this.#writer.add([first, second, both, "total"].join(this.#delimiter) + this.#end);
    }
    this.#writer.flush();
    if (this.#warned.size === 0) return 0;
    complain(this.#call.invocation, "input is not in sorted order");
    return 1;
  }
}

function columnOf(left: string | undefined, right: string | undefined): Column {
  if (left === right) return "both";
  if (left === undefined) return "second";
  return right === undefined || left < right ? "first" : "second";
}

function* run(call: CommCall): Running<number> {
  const [first, second] = twoOperands(call);
  const end = call.options.has("zero") ? "\0" : "\n";
  const columns = new Columns(call);
  const lefts = yield* linesOf(call, first, end);
  const rights = yield* linesOf(call, second, end);
  let [left, right] = [0, 0];
  while (left < lefts.length || right < rights.length) {
    const column = columnOf(lefts[left], rights[right]);
    columns.add(column, (column === "second" ? rights[right] : lefts[left]) ?? "");
    if (column !== "second") columns.checkOrder(1, lefts, (left += 1));
    if (column !== "first") columns.checkOrder(2, rights, (right += 1));
    if ((left + right) % 1_000 === 0) yield;
  }
  return columns.end();
}

export const comm = defineCommand({
  name: "comm",
  description: "Compare two sorted files line by line",
  usage: "[OPTION]... FILE1 FILE2",
  options: OPTIONS,
  run,
});
