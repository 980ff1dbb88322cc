import { FileError } from "../../files/errors.ts";
import type { Command, Invocation, Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";

/** What only means something where somebody sees a screen; the rest are as cat has them. */
const LESS_OPTIONS = {
  chopped: "-S --chop-long-lines",
  colors: "-R --RAW-CONTROL-CHARS",
  raw: "-r --raw-control-chars",
  numbers: "-N --LINE-NUMBERS",
  noNumbers: "-n --line-numbers",
  oneScreen: "-F --quit-if-one-screen",
  noClearing: "-X --no-init",
  ignoreCase: "-i --ignore-case",
  ignoreAnyCase: "-I --IGNORE-CASE",
  endsAtEnd: "-e --quit-at-eof",
  endsAtFirstEnd: "-E --QUIT-AT-EOF",
  long: "-M --LONG-PROMPT",
  middle: "-m --long-prompt",
  quiet: "-q --quiet --silent",
  interrupts: "-K --quit-on-intr",
  force: "-f --force",
  squeeze: "-s --squeeze-blank-lines",
} as const;

const MORE_OPTIONS = {
  silent: "-d --silent",
  logical: "-f --logical",
  noPause: "-l --no-pause",
  cleaned: "-c --print-over",
  painted: "-p --clean-print",
  squeeze: "-s --squeeze",
  plain: "-u --plain",
  lines: "-n --lines=NUMBER",
  digits: "-NUM",
} as const;

function* copy(invocation: Invocation, operand: string): Running<void> {
  const input = openInput(invocation, operand);
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    invocation.stdout.write(chunk);
    yield;
    chunk = yield* input.read();
  }
}

/** Where to begin, `+20` or `+/text`, is for a screen, too. */
const filesOf = ({ options }: Call): readonly string[] => {
  const named = options.operands.filter((word) => !word.startsWith("+"));
  return named.length === 0 ? ["-"] : named;
};

function* runLess(call: Call): Running<number> {
  const { invocation } = call;
  for (const operand of filesOf(call)) {
    try {
      yield* copy(invocation, operand);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const { code, message } = error;
      const words = code === "EISDIR" ? `${operand} is a directory` : `${operand}: ${message}`;
      invocation.stdout.write(`${words}\n`);
    }
  }
  return 0;
}

function* runMore(call: Call): Running<number> {
  const { invocation } = call;
  // It counts its options, too.
  const isTitled = invocation.args.length > 1;
  for (const operand of filesOf(call)) {
    try {
      if (kindOf(invocation, operand) === "directory") {
        invocation.stdout.write(`\n*** ${operand}: directory ***\n\n`);
        continue;
      }
      const line = ":".repeat(14);
      if (isTitled) invocation.stdout.write(`${line}\n${operand}\n${line}\n`);
      yield* copy(invocation, operand);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      complain(invocation, `cannot open ${operand}: ${error.message}`);
    }
  }
  return 0;
}

function kindOf({ files, resolve }: Invocation, operand: string): string | undefined {
  return operand === "-" ? undefined : files.stat(resolve(operand)).kind;
}

export const less: Command = defineCommand({
  name: "less",
  description: "Show text; as cat, since there is no screen",
  usage: "[options] file...",
  options: LESS_OPTIONS,
  run: runLess,
});

export const more: Command = defineCommand({
  name: "more",
  description: "Show text; as cat, since there is no screen",
  usage: "[options] file...",
  options: MORE_OPTIONS,
  run: runMore,
});
