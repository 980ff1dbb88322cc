import { FileError } from "../../files/errors.ts";
import { decodeText } from "../../shell/text.ts";
import type { Running } from "../command.ts";
import { type Call, defineCommand } from "../define-command.ts";
import { openInput, readAll } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { DIFF_OPTIONS, type DiffKey, planDiff } from "./diff-options.ts";
import { TreeDiff } from "./diff-trees.ts";

function* run(call: Call<DiffKey>): Running<number> {
  const { operands } = call.options;
  const [old, now, extra] = operands;
  if (old === undefined || now === undefined) {
    const last = call.invocation.args.at(-1) ?? call.invocation.name;
    throw new UsageError(`missing operand after '${last}'`);
  }
  if (extra !== undefined) throw new UsageError(`extra operand '${extra}'`);
  return yield* new TreeDiff(call, planDiff(call), yield* exclusionsOf(call)).named([old, now]);
}

/** The patterns of `-x`, and the lines of what `-X` names. */
function* exclusionsOf({ invocation, options }: Call<DiffKey>): Running<readonly string[]> {
  const patterns = [...options.values("exclude")];
  for (const file of options.values("excludeFrom")) {
    try {
      const bytes = yield* readAll(openInput(invocation, file));
      const lines = decodeText(bytes).split("\n");
      patterns.push(...lines.map((line) => line.trimEnd()).filter((line) => line !== ""));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`${file}: ${error.message}`);
    }
  }
  return patterns;
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
