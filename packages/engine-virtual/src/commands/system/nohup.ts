import { CommandNotRun, type Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { CommandError, UsageError } from "../options.ts";
import { withOptionsInFront } from "../options-in-front.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { readSize } from "../sizes.ts";

const NICE_OPTIONS = { adjustment: "-n --adjustment=N" } as const;

function notRun(caller: string, name: string): string {
  if (caller === "setsid") return `failed to execute ${name}`;
  if (caller === "nice") return localeQuoted(name);
  return `failed to run command ${caller === "nohup" ? quoted(name) : localeQuoted(name)}`;
}

/** Runs what stands behind it: there is no terminal to hang up, and nobody to be nice to. */
function* runPlainly({ invocation, options }: Call): Running<number> {
  const { operands } = options;
  const [name = ""] = operands;
  try {
    return yield* invocation.runCommand(operands);
  } catch (error) {
    if (!(error instanceof CommandNotRun)) throw error;
    complain(invocation, `${notRun(invocation.name, name)}: ${error.message}`);
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
        throw new CommandError(`invalid adjustment ${localeQuoted(text)}`);
      if (options.operands.length > 0) return yield* runPlainly(call);
      if (text !== undefined) throw new UsageError("a command must be given with an adjustment");
      invocation.stdout.write("0\n");
      return 0;
    },
  }),
  NICE_OPTIONS,
);

const STDBUF_OPTIONS = {
  input: "-i --input=MODE",
  output: "-o --output=MODE",
  error: "-e --error=MODE",
} as const;

/** What is written is never held back for long. */
export const stdbuf = withOptionsInFront(
  defineCommand({
    name: "stdbuf",
    description: "Run a command with other buffers: there are none",
    usage: "OPTION... COMMAND",
    options: STDBUF_OPTIONS,
    usageStatus: 125,
    check({ key, value = "" }) {
      if (value === "L" && key === "input")
        throw new UsageError("line buffering stdin is meaningless");
      if (value !== "L" && readSize(value) === undefined)
        throw new CommandError(`invalid mode ${localeQuoted(value)}`);
      return undefined;
    },
    *run(call: Call<keyof typeof STDBUF_OPTIONS>) {
      if (call.options.operands.length === 0) throw new UsageError("missing operand");
      if (call.options.given.length === 0)
        throw new UsageError("you must specify a buffering mode option");
      return yield* runPlainly(call);
    },
  }),
  STDBUF_OPTIONS,
);

const SETSID_OPTIONS = { terminal: "-c --ctty", wait: "-w --wait" } as const;

export const setsid = withOptionsInFront(
  defineCommand({
    name: "setsid",
    description: "Run a command in a session of its own: there is no terminal to leave",
    usage: "[options] COMMAND [ARG]...",
    options: SETSID_OPTIONS,
    *run(call: Call<keyof typeof SETSID_OPTIONS>) {
      if (call.options.operands.length === 0) throw new UsageError("no command specified");
      return yield* runPlainly(call);
    },
  }),
  SETSID_OPTIONS,
);
