import type { Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { defineCommand } from "./define-command.ts";

const OPTIONS = { logical: "-L --logical", physical: "-P --physical" } as const;

function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  const { cwd, files, stdout } = invocation;
  yield;
  stdout.write(
    `${options.last("logical", "physical") === "physical" ? files.realPath(cwd) : cwd}\n`,
  );
  return 0;
}

export const pwd = defineCommand({
  name: "pwd",
  description: "Print the working directory",
  usage: "[-LP]",
  options: OPTIONS,
  run,
});
