import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { readBounded } from "../read-bounded.ts";
import { BcMachine, BcQuit } from "./machine.ts";
import { BcError } from "./number.ts";
import { BcParser } from "./parse.ts";
import { BcPrinter } from "./printer.ts";
import { BcSyntaxError, Tokens } from "./tokens.ts";

const OPTIONS = {
  interactive: "-i --interactive",
  library: "-l --mathlib",
  quiet: "-q --quiet",
  standard: "-s --standard",
  warn: "-w --warn",
} as const;

type BcCall = Call<keyof typeof OPTIONS>;

interface Program {
  readonly name: string;
  readonly text: string;
}

function* runProgram(call: BcCall, machine: BcMachine, { name, text }: Program): Running<void> {
  const { stderr } = call.invocation;
  const tokens = new Tokens(text);
  const parser = new BcParser(tokens);
  for (;;) {
    yield;
    try {
      const items = parser.line();
      if (items === undefined) return;
      yield* machine.line(items);
    } catch (error) {
      if (!(error instanceof BcError)) throw error;
      if (error instanceof BcSyntaxError) {
        stderr.write(`${name} ${error.line}: ${error.message}\n`);
        tokens.skipLine();
      } else stderr.write(`Runtime error (func=${machine.function}): ${error.message}\n`);
    }
  }
}

function* textOf(call: BcCall, operand: string): Running<string> {
  const bytes = yield* readBounded(call.invocation, openInput(call.invocation, operand));
  return Buffer.from(bytes).toString();
}

function* run(call: BcCall): Running<number> {
  const { invocation, options } = call;
  const printer = new BcPrinter(invocation.stdout, invocation.env.get("BC_LINE_LENGTH"));
  const machine = new BcMachine(printer, options.has("library"));
  try {
    for (const operand of options.operands) {
      const text = yield* textOf(call, operand);
      yield* runProgram(call, machine, { name: operand, text });
    }
    const text = yield* textOf(call, "-");
    yield* runProgram(call, machine, { name: "(standard_in)", text });
    return 0;
  } catch (error) {
    if (error instanceof BcQuit) return 0;
    if (!(error instanceof FileError)) throw error;
    invocation.stderr.write(`File ${error.path} is unavailable.\n`);
    return 1;
  }
}

export const bc = defineCommand({
  name: "bc",
  description: "Calculate with numbers of any precision",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
