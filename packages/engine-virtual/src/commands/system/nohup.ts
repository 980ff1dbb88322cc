import { CommandNotRun, type Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { CommandError, UsageError } from "../options.ts";
import { withOptionsInFront } from "../options-in-front.ts";
import { quoted } from "../quote.ts";

const NICE_OPTIONS = { adjustment: "-n --adjustment=N" } as const;

/** Runs what stands behind it: there is no terminal to hang up, and nobody to be nice to. */
function* runPlainly({ invocation, options }: Call): Running<number> {
  const { operands } = options;
  const [name = ""] = operands;
  try {
    return yield* invocation.runCommand(operands);
  } catch (error) {
    if (!(error instanceof CommandNotRun)) throw error;
    const what =
      invocation.name === "nohup" ? `failed to run command ${quoted(name)}` : quoted(name);
    complain(invocation, `${what}: ${error.message}`);
    return error.status;
  }
}

export const nohup = withOptionsInFront(
  defineCommand({
    name: "nohup",
    description: "Run a command: no terminal can end it",
    usage: "COMMAND [ARG]...",
    options: {},
    usageStatus: 125,
    *run(call: Call<never>) {
      if (call.options.operands.length === 0) throw new UsageError("missing operand");
      return yield* runPlainly(call);
    },
  }),
  {},
);

export const nice = withOptionsInFront(
  defineCommand({
    name: "nice",
    description: "Run a command: all of them are of the same weight",
    usage: "[OPTION] [COMMAND [ARG]...]",
    options: NICE_OPTIONS,
    usageStatus: 125,
    *run(call: Call<keyof typeof NICE_OPTIONS>) {
      const { invocation, options } = call;
      const text = options.value("adjustment");
      if (text !== undefined && !/^[+-]?\d+$/.test(text))
        throw new CommandError(`invalid adjustment ${quoted(text)}`);
      if (options.operands.length > 0) return yield* runPlainly(call);
      if (text !== undefined) throw new UsageError("a command must be given with an adjustment");
      invocation.stdout.write("0\n");
      return 0;
    },
  }),
  NICE_OPTIONS,
);
