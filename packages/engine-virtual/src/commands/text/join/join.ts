import type { Running } from "../../command.ts";
import { complain, defineCommand } from "../../define-command.ts";
import { CommandError } from "../../options.ts";
import { ByteWriter } from "../byte-writer.ts";
import { linesOf, twoOperands } from "../two-files.ts";
import type { JoinCall, JoinPlan } from "./join-plan.ts";
import { JOIN_OPTIONS, planJoin } from "./join-plan.ts";
import type { Row } from "./join-rows.ts";
import { compareKeys, rowOf, RowWriter } from "./join-rows.ts";

/** One of the two files, in groups of rows with one key. */
class Side {
  readonly #rows: readonly Row[];
  readonly #plan: JoinPlan;
  at: number;

  constructor(rows: readonly Row[], plan: JoinPlan) {
    this.#rows = rows;
    this.#plan = plan;
    this.at = plan.hasHeader ? 1 : 0;
  }

  get header(): Row | undefined {
    return this.#rows[0];
  }

  get row(): Row | undefined {
    return this.#rows[this.at];
  }

  /** Whether the row behind this one comes before it. */
  isDisordered(at: number): boolean {
    const [before, row] = [this.#rows[at - 1], this.#rows[at]];
    const first = this.#plan.hasHeader ? 2 : 1;
    if (at < first || before === undefined || row === undefined) return false;
    return compareKeys(before, row, this.#plan) > 0;
  }

  line(at: number): string {
    return this.#rows[at]?.line ?? "";
  }

  /** All rows from here on that have this one's key. */
  group(): readonly Row[] {
    const first = this.row;
    let end = this.at;
    for (let row = first; row !== undefined && first !== undefined; row = this.#rows[end]) {
      if (compareKeys(first, row, this.#plan) !== 0) break;
      end += 1;
    }
    return this.#rows.slice(this.at, end);
  }
}

class Joining {
  readonly #call: JoinCall;
  readonly #plan: JoinPlan;
  readonly #sides: readonly [Side, Side];
  readonly #rows: RowWriter;
  readonly #writer: ByteWriter;
  readonly #operands: readonly [string, string];
  readonly #warned = new Set<number>();
  #hasUnpaired = false;

  constructor(call: JoinCall, plan: JoinPlan, sides: readonly [Side, Side]) {
    this.#call = call;
    this.#plan = plan;
    this.#sides = sides;
    this.#rows = new RowWriter(plan, sides[0].header, sides[1].header);
    this.#writer = new ByteWriter(call.invocation.stdout);
    this.#operands = twoOperands(call);
  }

  *run(): Running<number> {
    const [first, second] = this.#sides;
    if (this.#plan.hasHeader) this.#writer.add(this.#rows.row(first.header, second.header));
    for (let steps = 1; first.row !== undefined && second.row !== undefined; steps += 1) {
      const order = compareKeys(first.row, second.row, this.#plan);
      if (order === 0) yield* this.#pairs(first, second);
      else this.#unpaired(order < 0 ? 0 : 1, true);
      if (steps % 256 === 0) yield;
    }
    for (const file of [0, 1] as const) {
      while (this.#sides[file].row !== undefined) this.#unpaired(file, this.#wasFilled(1 - file));
    }
    this.#writer.flush();
    if (this.#warned.size === 0) return 0;
    complain(this.#call.invocation, "input is not in sorted order");
    return 1;
  }

  #wasFilled(file: number): boolean {
    return this.#sides[file === 0 ? 0 : 1].header !== undefined;
  }

  *#pairs(first: Side, second: Side): Running<void> {
    const [lefts, rights] = [first.group(), second.group()];
    this.#advance(0, lefts.length);
    this.#advance(1, rights.length);
    if (!this.#plan.showsPaired) return;
    for (const left of lefts) {
      for (const right of rights) this.#writer.add(this.#rows.row(left, right));
      yield;
    }
  }

  #unpaired(file: 0 | 1, isSeen: boolean): void {
    const { row } = this.#sides[file];
    if (this.#plan.showsUnpaired[file]) {
      this.#writer.add(
        file === 0 ? this.#rows.row(row, undefined) : this.#rows.row(undefined, row),
      );
    }
    if (isSeen) this.#hasUnpaired = true;
    this.#advance(file, 1);
  }

  /** Goes on, and sees whether the rows come in order. */
  #advance(file: 0 | 1, count: number): void {
    const side = this.#sides[file];
    for (let left = count; left > 0; left -= 1) {
      side.at += 1;
      if (side.isDisordered(side.at)) this.#warn(file, side);
    }
  }

  #warn(file: 0 | 1, side: Side): void {
    const { check } = this.#plan;
    if (check === "never" || this.#warned.has(file)) return;
    if (check === "when-unpaired" && !this.#hasUnpaired) return;
    this.#warned.add(file);
    this.#writer.flush();
    // C's texts end at a zero byte.
    const [line = ""] = side.line(side.at).split("\0");
    const words = `${this.#operands[file]}:${side.at + 1}: is not sorted: ${line}`;
    if (check === "always") throw new CommandError(words);
    complain(this.#call.invocation, words);
  }
}

export const join = defineCommand({
  name: "join",
  description: "Join lines of two files on a common field",
  usage: "[OPTION]... FILE1 FILE2",
  options: JOIN_OPTIONS,
  *run(call: JoinCall): Running<number> {
    const plan = planJoin(call);
    const [first, second] = twoOperands(call);
    if (first === "-" && second === "-") {
      throw new CommandError("both files cannot be standard input: No such file or directory");
    }
    const lefts = yield* linesOf(call, first, plan.end);
    const rights = yield* linesOf(call, second, plan.end);
    const sideOf = (lines: readonly string[], file: 0 | 1): Side =>
      new Side(
        lines.map((line) => rowOf(line, file, plan)),
        plan,
      );
    return yield* new Joining(call, plan, [sideOf(lefts, 0), sideOf(rights, 1)]).run();
  },
});
