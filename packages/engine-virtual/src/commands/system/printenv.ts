import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";

const OPTIONS = { zero: "-0 --null" } as const;

function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  yield;
  const { env, stdout } = invocation;
  const end = options.has("zero") ? "\0" : "\n";
  if (options.operands.length === 0) {
    for (const [name, value] of env) stdout.write(`${name}=${value}${end}`);
    return 0;
  }
  const values = options.operands.map((name) => env.get(name));
  for (const value of values) if (value !== undefined) stdout.write(value + end);
  return values.includes(undefined) ? 1 : 0;
}

export const printenv = defineCommand({
  name: "printenv",
  description: "Show what is in the environment",
  usage: "[OPTION]... [VARIABLE]...",
  options: OPTIONS,
  run,
});
