import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { lastName, missingOperand } from "../operands.ts";
import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

const OPTIONS = {
  multiple: "-a --multiple",
  suffix: "-s --suffix=SUFFIX",
  zero: "-z --zero",
} as const;

type BasenameCall = Call<keyof typeof OPTIONS>;

const without = (name: string, suffix: string): string =>
  name !== suffix && name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name;

/** What is to be shown, and the suffix that goes. */
function namesOf({ options }: BasenameCall): readonly [names: readonly string[], suffix: string] {
  const { operands } = options;
  if (options.has("multiple", "suffix")) return [operands, options.value("suffix") ?? ""];
  const [name = "", suffix = "", extra] = operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  return [[name], suffix];
}

function* run(call: BasenameCall): Running<number> {
  const { invocation, options } = call;
  if (options.operands.length === 0) missingOperand();
  const [names, suffix] = namesOf(call);
  const end = options.has("zero") ? "\0" : "\n";
  for (const name of names) {
    yield;
    invocation.stdout.write(without(lastName(name), suffix) + end);
  }
  return 0;
}

export const basename = defineCommand({
  name: "basename",
  description: "Print names without their directories, and without a suffix",
  usage: "NAME [SUFFIX]\n  or:  basename OPTION... NAME...",
  options: OPTIONS,
  run,
});
