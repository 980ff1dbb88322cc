import { FileError } from "../../../files/errors.ts";
import type { Invocation, Output, Running } from "../../command.ts";
import { complain, defineCommand } from "../../define-command.ts";
import { openInput, readAll } from "../../inputs.ts";
import { CommandError, UsageError } from "../../options.ts";
import { quoted, quotedIfNeeded } from "../../quote.ts";
import { ByteWriter } from "../byte-writer.ts";
import { allLines } from "../lines.ts";
import { openOutput } from "../open-output.ts";
import type { Compare } from "./compare.ts";
import { compareBytes, comparison } from "./compare.ts";
import { mergeAll, mergeSort } from "../../merge-sort.ts";
import type { SortCall, SortPlan } from "./sort-plan.ts";
import { planSort, SORT_OPTIONS, SORT_WORDS } from "./sort-plan.ts";
import { textOf } from "../../byte-string.ts";
import { decodeText } from "../../../shell/text.ts";

const FAILED = 2;

function refuse(operand: string, error: unknown, unopened: string): never {
  if (!(error instanceof FileError)) throw error;
  const words = error.code === "EISDIR" ? "read failed" : unopened;
  throw new CommandError(`${words}: ${quotedIfNeeded(operand)}: ${error.message}`);
}

/** The operands, or the names that a file holds. */
function* operandsOf({ invocation, options }: SortCall): Running<readonly string[]> {
  const { operands } = options;
  const from = options.value("filesFrom");
  if (from === undefined) return operands.length === 0 ? ["-"] : operands;
  if (operands.length > 0) {
    const words = `extra operand ${quoted(operands[0] ?? "")}`;
    throw new UsageError(`${words}\nfile operands cannot be combined with --files0-from`);
  }
  try {
    const text = decodeText(yield* readAll(openInput(invocation, from)));
    return text.replace(/\0$/, "").split("\0");
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`open failed: ${quotedIfNeeded(from)}: ${error.message}`);
  }
}

function* linesOfAll(
  invocation: Invocation,
  operands: readonly string[],
  end: string,
): Running<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  for (const operand of operands) all.push(yield* linesOf(invocation, operand, { end }));
  return all;
}

/** `unopened` is what is said of a file that cannot be opened. */
function* linesOf(
  invocation: Invocation,
  operand: string,
  { end, unopened = "cannot read" }: { readonly end: string; readonly unopened?: string },
): Running<readonly string[]> {
  try {
    return yield* allLines(openInput(invocation, operand), end);
  } catch (error) {
    return refuse(operand, error, unopened);
  }
}

/** Whether nothing but the bytes of whole lines counts. */
const isBytewise = ({ order }: SortPlan): boolean => order.keys.length === 0;

/** The lines in order, by whatever stands for one. */
function* ordered<Value>(
  runs: readonly (readonly Value[])[],
  compare: Compare<Value>,
  { isMerged, plan }: { readonly isMerged: boolean; readonly plan: SortPlan },
): Running<readonly Value[]> {
  const sorted = isMerged
    ? yield* mergeAll(runs, compare)
    : yield* mergeSort(runs.length === 1 ? (runs[0] ?? []) : runs.flat(), compare);
  if (!plan.unique) return sorted;
  return sorted.filter((value, index) => {
    const before = sorted[index - 1];
    return index === 0 || before === undefined || compare(before, value) !== 0;
  });
}

function* sortedLines(
  runs: readonly (readonly string[])[],
  plan: SortPlan,
  isMerged: boolean,
): Running<readonly string[]> {
  const how = { isMerged, plan };
  if (isBytewise(plan)) {
    const compare: Compare<string> = plan.order.reverse
      ? (left, right) => compareBytes(right, left)
      : compareBytes;
    return yield* ordered(runs, compare, how);
  }
  const lines = runs.flat();
  let at = 0;
  const places = runs.map((run) => run.map(() => at++));
  const sorted = yield* ordered(places, comparison(lines, plan.order), how);
  return sorted.map((place) => lines[place] ?? "");
}

function* writeLines(output: Output, lines: readonly string[], end: string): Running<void> {
  const writer = new ByteWriter(output);
  for (let at = 0; at < lines.length; at += 1) {
    writer.add((lines[at] ?? "") + end);
    if (at % 1_000 === 999) yield;
  }
  writer.flush();
}

/** `-c`: says the first line that is not in order. */
function* check(call: SortCall, plan: SortPlan, operand: string): Running<number> {
  const how = { end: plan.end, unopened: "open failed" };
  const lines = yield* linesOf(call.invocation, operand, how);
  const compare = isBytewise(plan)
    ? comparison(lines, { ...plan.order, hasLastResort: true })
    : comparison(lines, plan.order);
  for (let at = 1; at < lines.length; at += 1) {
    if (at % 1_000 === 0) yield;
    const result = compare(at - 1, at);
    if (result < 0 || (result === 0 && !plan.unique)) continue;
    if (plan.check === "loudly") {
      const line = textOf(lines[at] ?? "");
      complain(call.invocation, `${operand}:${at + 1}: disorder: ${line}`);
    }
    return 1;
  }
  return 0;
}

function* write(
  { invocation, options }: SortCall,
  lines: readonly string[],
  end: string,
): Running<void> {
  const path = options.value("output");
  if (path === undefined) {
    yield* writeLines(invocation.stdout, lines, end);
    return;
  }
  try {
    const output = openOutput(invocation, path);
    yield* writeLines(output, lines, end);
    output.close();
  } catch (error) {
    throw outputFailure(path, error);
  }
}

function outputFailure(path: string, error: unknown): unknown {
  if (!(error instanceof FileError)) return error;
  return new CommandError(`open failed: ${quotedIfNeeded(path)}: ${error.message}`);
}

/** The output is made before anything is read, where all that is to be read is there. */
function makeOutput({ invocation, options }: SortCall, operands: readonly string[]): void {
  const path = options.value("output");
  const { files, resolve } = invocation;
  const isThere = (operand: string): boolean => operand === "-" || files.exists(resolve(operand));
  if (path === undefined || isThere(path) || !operands.every(isThere)) return;
  try {
    openOutput(invocation, path).close();
  } catch (error) {
    throw outputFailure(path, error);
  }
}

export const sort = defineCommand({
  name: "sort",
  description: "Write sorted concatenation of all files to standard output",
  usage: "[OPTION]... [FILE]...",
  options: SORT_OPTIONS,
  words: SORT_WORDS,
  usageStatus: FAILED,
  *run(call: SortCall): Running<number> {
    const plan = planSort(call);
    const operands = yield* operandsOf(call);
    if (plan.check !== undefined) return yield* check(call, plan, operands[0] ?? "-");
    makeOutput(call, operands);
    const runs = yield* linesOfAll(call.invocation, operands, plan.end);
    const lines = yield* sortedLines(runs, plan, call.options.has("merge"));
    yield* write(call, lines, plan.end);
    return 0;
  },
});
