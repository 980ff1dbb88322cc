import type { Running } from "../command.ts";
import { type Call, defineCommand } from "../define-command.ts";
import { UsageError } from "../options.ts";
import { quoted } from "../quote.ts";
import { DIFF_OPTIONS, type DiffKey, planDiff } from "./diff-options.ts";
import { TreeDiff } from "./diff-trees.ts";

function* run(call: Call<DiffKey>): Running<number> {
  const { operands } = call.options;
  const [old, now, extra] = operands;
  if (old === undefined || now === undefined) {
    const last = call.invocation.args.at(-1) ?? call.invocation.name;
    throw new UsageError(`missing operand after ${quoted(last)}`);
  }
  if (extra !== undefined) throw new UsageError(`extra operand ${quoted(extra)}`);
  return yield* new TreeDiff(call, planDiff(call)).named([old, now]);
}

export const diff = defineCommand({
  name: "diff",
  description: "Compare files line by line",
  usage: "[OPTION]... FILES",
  options: DIFF_OPTIONS,
  usageStatus: 2,
  namesHint: true,
  run,
});
