import type { Running } from "../../command.ts";
import { complain, defineCommand } from "../../define-command.ts";
import { CommandError } from "../../options.ts";
import { bytesOf } from "../../byte-string.ts";
import { LineReader } from "../lines.ts";
import { parseRanges, type Range } from "../ranges.ts";
import {
  NUMFMT_OPTIONS,
  NUMFMT_WORDS,
  type NumfmtCall,
  type NumfmtPlan,
  planNumfmt,
} from "./plan-numfmt.ts";
import { readNumber, showNumber } from "./scaled-number.ts";

const WRONG = 2;

/** Changes the numbers in lines. */
class Reformatting {
  readonly #call: NumfmtCall;
  readonly #plan: NumfmtPlan;
  readonly #fields: readonly Range[];
  status = 0;

  constructor(call: NumfmtCall) {
    this.#call = call;
    this.#plan = planNumfmt(call);
    this.#fields = fieldsOf(call.options.value("field") ?? "1");
  }

  *all(): Running<number> {
    const { invocation, options } = this.#call;
    if (options.operands.length > 0) {
      for (const text of options.operands) this.#write(bytesOf(text));
      return this.status;
    }
    const reader = new LineReader(invocation.stdin, this.#plan.end);
    let headers = this.#plan.headers;
    for (let lines = yield* reader.next(); lines !== undefined; lines = yield* reader.next()) {
      for (const line of lines) {
        if (headers > 0) invocation.stdout.write(Buffer.from(line + this.#plan.end, "latin1"));
        else this.#write(line);
        headers -= 1;
      }
    }
    return this.status;
  }

  #write(line: string): void {
    const { delimiter, end } = this.#plan;
    const parts = delimiter === undefined ? blankFields(line) : line.split(delimiter);
    const shown = parts.map((part, index) =>
      this.#fields.some(({ from, to }) => index + 1 >= from && index < to)
        ? this.#field(part, index)
        : part,
    );
    const text = shown.join(delimiter ?? " ") + end;
    this.#call.invocation.stdout.write(Buffer.from(text, "latin1"));
  }

  #field(field: string, index: number): string {
    const text = field.replace(/^[ \t]+/, "");
    try {
      return this.#padded(this.#converted(text), field, index > 0 || text !== field);
    } catch (error) {
      if (!(error instanceof CommandError) || this.#plan.invalid === "abort") throw error;
      if (this.#plan.invalid !== "ignore") complain(this.#call.invocation, error.message);
      if (this.#plan.invalid === "fail") this.status = WRONG;
      return field;
    }
  }

  #converted(text: string): string {
    const { factor, from, places, rounding, suffix, to } = this.#plan;
    const bare = suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
    const { value, places: own } = readNumber(bare, from);
    const number = { value: value * factor, places: own };
    if (to === "none" && Math.abs(number.value) >= 1e18) {
      const shown = number.value.toExponential(5).replace(/\.?0+e/, "e");
      throw new CommandError(`value too large to be printed: '${shown}' (consider using --to)`);
    }
    return showNumber(number, { scale: to, rounding, places }) + suffix;
  }

  /** What stands in a column keeps its place. */
  #padded(text: string, field: string, isInColumn: boolean): string {
    const { before, behind, delimiter, isZeroed, width } = this.#plan;
    const own = isInColumn && delimiter === undefined ? field.length : 0;
    const wanted = width === 0 ? own : width;
    if (isZeroed) return before + zeroed(text, wanted) + behind;
    return before + (wanted < 0 ? text.padEnd(-wanted) : text.padStart(wanted)) + behind;
  }
}

/** Zeros fill up the number alone, without its unit. */
function zeroed(text: string, width: number): string {
  const [, sign = "", digits = "", unit = ""] = /^(-?)([\d.]*)(.*)$/s.exec(text) ?? [];
  return sign + digits.padStart(width - sign.length, "0") + unit;
}

function fieldsOf(text: string): readonly Range[] {
  if (text === "-") return [{ from: 1, to: Infinity }];
  return parseRanges(text, { isField: true });
}

/** One blank parts two fields; those behind it belong to the next one. */
const blankFields = (line: string): readonly string[] =>
  (line.match(/[ \t]*[^ \t]+|[ \t]+$/g) ?? [""]).map((field, index) =>
    index === 0 ? field : field.slice(1),
  );

export const numfmt = defineCommand({
  name: "numfmt",
  description: "Reformat numbers",
  usage: "[OPTION]... [NUMBER]...",
  options: NUMFMT_OPTIONS,
  words: NUMFMT_WORDS,
  usageStatus: 1,
  *run(call: NumfmtCall): Running<number> {
    const reformatting = new Reformatting(call);
    try {
      return yield* reformatting.all();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(error.message, WRONG);
    }
  },
});
