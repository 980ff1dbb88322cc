import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachOperand, OperandError, orGiveUp } from "../each-operand.ts";
import { missingOperand } from "../operands.ts";
import { quotedIfNeeded } from "../quote.ts";
import type { Wanted } from "./canonical-path.ts";
import { canonicalPath, isBelow, relativePath, unfollowedPath } from "./canonical-path.ts";

const OPTIONS = {
  all: "-e --canonicalize-existing",
  none: "-m --canonicalize-missing",
  logical: "-L --logical",
  physical: "-P --physical",
  quiet: "-q --quiet",
  relativeTo: "--relative-to=DIR",
  relativeBase: "--relative-base=DIR",
  plain: "-s --strip --no-symlinks",
  zero: "-z --zero",
} as const;

type RealpathCall = Call<keyof typeof OPTIONS>;

/** Gives the path that is meant by a word. */
function finderFor({ invocation, options }: RealpathCall): (operand: string) => string {
  const { files, resolve } = invocation;
  const wanted: Wanted = options.last("all", "none") ?? "parents";
  const mode = options.last("plain", "logical", "physical");
  return (operand) => {
    if (operand === "") throw new FileError("ENOENT", operand);
    const path = resolve(operand);
    if (mode === undefined || mode === "physical") return canonicalPath(files, path, wanted);
    const plain = unfollowedPath(files, path, wanted);
    return mode === "plain" ? plain : canonicalPath(files, plain, wanted);
  };
}

/** How a path that was found is shown. */
function showerFor(
  { options }: RealpathCall,
  find: (operand: string) => string,
): (path: string) => string {
  const base = options.value("relativeBase");
  const to = options.value("relativeTo") ?? base;
  if (to === undefined) return (path) => path;
  const from = orGiveUp(quotedIfNeeded(to), () => find(to));
  const top = base === undefined ? "/" : orGiveUp(quotedIfNeeded(base), () => find(base));
  if (!isBelow(from, top)) return (path) => path;
  return (path) => (isBelow(path, top) ? relativePath(from, path) : path);
}

function* run(call: RealpathCall): Running<number> {
  const { invocation, options } = call;
  if (options.operands.length === 0) missingOperand();
  const find = finderFor(call);
  const show = showerFor(call, find);
  const end = options.has("zero") ? "\0" : "\n";
  return yield* eachOperand(call, {
    operands: options.operands,
    wording: (operand) => (operand === "" ? "''" : quotedIfNeeded(operand)),
    work(operand) {
      try {
        invocation.stdout.write(show(find(operand)) + end);
      } catch (error) {
        throw options.has("quiet") && error instanceof FileError ? new OperandError() : error;
      }
    },
  });
}

export const realpath = defineCommand({
  name: "realpath",
  description: "Print the resolved path",
  usage: "[OPTION]... FILE...",
  options: OPTIONS,
  run,
});
