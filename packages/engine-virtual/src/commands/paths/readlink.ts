import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { eachOperand, OperandError } from "../each-operand.ts";
import { missingOperand } from "../operands.ts";
import { quotedIfNeeded } from "../quote.ts";
import { canonicalPath } from "./canonical-path.ts";

const OPTIONS = {
  parents: "-f --canonicalize",
  all: "-e --canonicalize-existing",
  none: "-m --canonicalize-missing",
  noNewline: "-n --no-newline",
  quiet: "-q -s --quiet --silent",
  verbose: "-v --verbose",
  zero: "-z --zero",
} as const;

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const { invocation, options } = call;
  const { files, resolve, stdout } = invocation;
  const { operands } = options;
  if (operands.length === 0) missingOperand();
  const wanted = options.last("parents", "all", "none");
  const isBare = options.has("noNewline") && operands.length === 1;
  if (options.has("noNewline") && !isBare) {
    complain(invocation, "ignoring --no-newline with multiple arguments");
  }
  const end = isBare ? "" : options.has("zero") ? "\0" : "\n";
  const isSilent = options.last("verbose", "quiet") !== "verbose";
  return yield* eachOperand(call, {
    operands,
    wording: (operand) => (operand === "" ? "''" : quotedIfNeeded(operand)),
    work(operand) {
      try {
        const path = operand === "" ? "" : resolve(operand);
        const found =
          wanted === undefined ? files.readLink(path) : canonicalPath(files, path, wanted);
        stdout.write(found + end);
      } catch (error) {
        throw isSilent && error instanceof FileError ? new OperandError() : error;
      }
    },
  });
}

export const readlink = defineCommand({
  name: "readlink",
  description: "Print where symbolic links lead, or canonical file names",
  usage: "[OPTION]... FILE...",
  options: OPTIONS,
  run,
});
