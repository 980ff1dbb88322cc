import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { missingOperand } from "../operands.ts";

const OPTIONS = { zero: "-z --zero" } as const;

/** What is in front of the last name: `.` where that is nothing. */
export function directoryName(path: string): string {
  const name = path.replace(/\/+$/, "");
  const directory = name.slice(0, name.lastIndexOf("/") + 1).replace(/\/+$/, "");
  if (directory !== "") return directory;
  return path.startsWith("/") ? "/" : ".";
}

function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  if (options.operands.length === 0) missingOperand();
  const end = options.has("zero") ? "\0" : "\n";
  for (const operand of options.operands) {
    yield;
    invocation.stdout.write(directoryName(operand) + end);
  }
  return 0;
}

export const dirname = defineCommand({
  name: "dirname",
  description: "Print names without their last part",
  usage: "[OPTION] NAME...",
  options: OPTIONS,
  run,
});
