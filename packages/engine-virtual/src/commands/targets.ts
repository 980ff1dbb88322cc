import { FileError } from "../files/errors.ts";
import type { Invocation } from "./command.ts";
import { joined, lastName, missingFile } from "./operands.ts";
import type { Options } from "./options.ts";
import { UsageError } from "./options.ts";
import { quoted } from "./quote.ts";

/** The spellings that cp and mv share. */
export const TARGET_OPTIONS = {
  force: "-f --force",
  ask: "-i --interactive",
  keep: "-n --no-clobber",
  noTarget: "-T --no-target-directory",
  targetDirectory: "-t --target-directory=DIRECTORY",
  update: "-u --update",
  verbose: "-v --verbose",
} as const;

export type TargetKey = keyof typeof TARGET_OPTIONS;

/** One thing to copy or move, by the words of the call. */
export interface Task {
  readonly source: string;
  readonly target: string;
}

/** The operands lead nowhere: said with the path, and without a word on usage. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

function isDirectory({ files, resolve }: Invocation, operand: string): boolean {
  try {
    return files.stat(resolve(operand)).kind === "directory";
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

function refuseTarget({ files, resolve }: Invocation, target: string, words: string): never {
  const reason = files.exists(resolve(target)) ? "Not a directory" : "No such file or directory";
  throw new TargetError(`${words} ${quoted(target)}: ${reason}`);
}

const into = (sources: readonly string[], directory: string): readonly Task[] =>
  sources.map((source) => ({ source, target: joined(directory, lastName(source)) }));

function toOnePath(operands: readonly string[]): readonly Task[] {
  const [source, target, extra] = operands;
  if (source === undefined || target === undefined) missingFile(operands);
  if (extra !== undefined) throw new UsageError(`extra operand ${quoted(extra)}`);
  return [{ source, target }];
}

/** What goes where: to a path, or into a directory under its own name. */
export function tasksOf(invocation: Invocation, options: Options<TargetKey>): readonly Task[] {
  const { operands } = options;
  const directory = options.value("targetDirectory");
  if (directory !== undefined) {
    if (operands.length === 0) missingFile(operands);
    if (!isDirectory(invocation, directory))
      refuseTarget(invocation, directory, "target directory");
    return into(operands, directory);
  }
  if (operands.length < 2 || options.has("noTarget")) return toOnePath(operands);
  const target = operands.at(-1) ?? "";
  if (isDirectory(invocation, target)) return into(operands.slice(0, -1), target);
  if (operands.length > 2) refuseTarget(invocation, target, "target");
  return toOnePath(operands);
}
