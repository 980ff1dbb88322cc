import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

const OPTIONS = { all: "--all", ignore: "--ignore=N" } as const;

/** All commands of a sandbox take turns: there is one processor. */
function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  yield;
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  const ignored = options.value("ignore") ?? "0";
  if (!/^\d+$/.test(ignored)) throw new CommandError(`invalid number: ${localeQuoted(ignored)}`);
  invocation.stdout.write("1\n");
  return 0;
}

export const nproc = defineCommand({
  name: "nproc",
  description: "Show how many processors there are",
  usage: "[OPTION]...",
  options: OPTIONS,
  run,
});
