import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachOperand, OperandError } from "../each-operand.ts";
import { missingOperand } from "../operands.ts";
import { quoted } from "../quote.ts";

const OPTIONS = {
  ignore: "--ignore-fail-on-non-empty",
  parents: "-p --parents",
  verbose: "-v --verbose",
} as const;

type RmdirCall = Call<keyof typeof OPTIONS>;

/** `a/b/c`, and with its parents `a/b` and `a`. */
function pathsOf(operand: string, withParents: boolean): readonly string[] {
  const paths = [operand];
  if (!withParents) return paths;
  let path = operand.replace(/\/+$/, "");
  for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/")) {
    path = path.slice(0, slash).replace(/\/+$/, "");
    if (path !== "") paths.push(path);
  }
  return paths;
}

function removeOne({ invocation, options }: RmdirCall, path: string): void {
  const { files, resolve, stdout } = invocation;
  if (options.has("verbose")) stdout.write(`rmdir: removing directory, ${quoted(path)}\n`);
  const full = resolve(path);
  if (files.lstat(full).kind !== "directory") throw new FileError("ENOTDIR", path);
  if (/(?:^|\/)\.\/*$/.test(path)) throw new FileError("EINVAL", path);
  files.remove(full);
}

function removeAll(call: RmdirCall, operand: string): void {
  const paths = pathsOf(operand, call.options.has("parents"));
  for (const [index, path] of paths.entries()) {
    try {
      removeOne(call, path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === "ENOTEMPTY" && call.options.has("ignore")) return;
      const what = index === 0 ? "" : "directory ";
      throw new OperandError(`failed to remove ${what}${quoted(path)}: ${error.message}`);
    }
  }
}

function* run(call: RmdirCall): Running<number> {
  const { operands } = call.options;
  if (operands.length === 0) missingOperand();
  return yield* eachOperand(call, {
    operands,
    wording: (operand) => `failed to remove ${quoted(operand)}`,
    work(operand) {
      removeAll(call, operand);
    },
  });
}

export const rmdir = defineCommand({
  name: "rmdir",
  description: "Remove empty directories",
  usage: "[OPTION]... DIRECTORY...",
  options: OPTIONS,
  run,
});
