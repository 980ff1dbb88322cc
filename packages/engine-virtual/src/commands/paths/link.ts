import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { missingOperand } from "../operands.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";

type PlainCall = Call<never>;

function exactly(operands: readonly string[], count: number): void {
  if (operands.length === 0) missingOperand();
  const last = operands.at(-1) ?? "";
  if (operands.length < count) throw new UsageError(`missing operand after ${localeQuoted(last)}`);
  const extra = operands[count];
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
}

function told(words: string, work: () => void): number {
  try {
    work();
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${words}: ${error.message}`);
  }
}

export const link = defineCommand({
  name: "link",
  description: "Give a file one more name",
  usage: "FILE1 FILE2",
  options: {},
  *run({ invocation, options: { operands } }: PlainCall): Running<number> {
    yield;
    exactly(operands, 2);
    const { files, resolve } = invocation;
    const [file = "", name = ""] = operands;
    return told(`cannot create link ${quoted(name)} to ${quoted(file)}`, () => {
      files.addName(resolve(file), resolve(name));
    });
  },
});

export const unlink = defineCommand({
  name: "unlink",
  description: "Take a file's name away",
  usage: "FILE",
  options: {},
  *run({ invocation, options: { operands } }: PlainCall): Running<number> {
    yield;
    exactly(operands, 1);
    const { files, resolve } = invocation;
    const [file = ""] = operands;
    return told(`cannot unlink ${quoted(file)}`, () => {
      const path = resolve(file);
      if (files.lstat(path).kind === "directory") throw new FileError("EISDIR", file);
      files.remove(path);
    });
  },
});
