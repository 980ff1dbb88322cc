import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";

const OPTIONS = { silent: "-s --silent --quiet" } as const;

/** There is no terminal. */
function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  yield;
  if (!options.has("silent")) invocation.stdout.write("not a tty\n");
  return 1;
}

export const tty = defineCommand({
  name: "tty",
  description: "Show the name of the terminal: there is none",
  usage: "[OPTION]...",
  options: OPTIONS,
  usageStatus: 2,
  run,
});
