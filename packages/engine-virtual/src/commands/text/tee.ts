import { FileError } from "../../files/errors.ts";
import type { Invocation, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { complainOf } from "../inputs.ts";
import { quotedIfNeeded } from "../quote.ts";
import type { OpenOutput } from "./open-output.ts";
import { openOutput } from "./open-output.ts";

const OPTIONS = {
  append: "-a --append",
  ignoreInterrupts: "-i --ignore-interrupts",
  pipe: "-p",
  outputError: "--output-error[=MODE]",
} as const;

interface Target {
  readonly operand: string;
  readonly output: OpenOutput;
}

function targetsOf({ invocation, options }: Call<keyof typeof OPTIONS>): readonly Target[] {
  const append = options.has("append");
  return options.operands.flatMap((operand) => {
    try {
      // A dash is a file like any other here.
      const path = operand === "-" ? "./-" : operand;
      return [{ operand, output: openOutput(invocation, path, { append }) }];
    } catch (error) {
      complainOf(invocation, operand, error);
      return [];
    }
  });
}

/** Whether it could be written; what could not is said, and written to no more. */
function write(invocation: Invocation, { operand, output }: Target, chunk: Uint8Array): boolean {
  try {
    output.write(chunk);
    return true;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    complain(invocation, `${quotedIfNeeded(operand)}: ${error.message}`);
    return false;
  }
}

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const { invocation, options } = call;
  let targets = targetsOf(call);
  try {
    const { stdin, stdout } = invocation;
    for (let chunk = yield* stdin.read(); chunk !== undefined; chunk = yield* stdin.read()) {
      const bytes = chunk;
      targets = targets.filter((target) => write(invocation, target, bytes));
      stdout.write(bytes);
      yield;
    }
  } finally {
    for (const { output } of targets) output.close();
  }
  return targets.length === options.operands.length ? 0 : 1;
}

export const tee = defineCommand({
  name: "tee",
  description: "Copy standard input to each file, and also to standard output",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  words: { outputError: [["warn"], ["warn-nopipe"], ["exit"], ["exit-nopipe"]] },
  run,
});
