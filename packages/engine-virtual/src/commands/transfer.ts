import { FileError } from "../files/errors.ts";
import { fileIdentity } from "../files/file-identity.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain } from "./define-command.ts";
import { joined, lastName } from "./operands.ts";
import { directoryName } from "./paths/dirname.ts";
import { quoted } from "./quote.ts";
import type { TargetKey, Task } from "./targets.ts";
import { TargetError, tasksOf } from "./targets.ts";

/** What there is none of: nothing is there, or nothing that can be reached. */
const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** What is there, or `undefined`; a link itself, unless it is to be followed. */
export function statusAt(
  { files, resolve }: Invocation,
  operand: string,
  follow: boolean,
): FileStatus | undefined {
  const path = resolve(operand);
  try {
    return follow ? files.stat(path) : files.lstat(path);
  } catch (error) {
    if (error instanceof FileError && ABSENT.has(error.code)) return undefined;
    throw error;
  }
}

/** Why there is nothing: the very error, as a file on the way is another one. */
export function cannotStat({ files, resolve }: Invocation, operand: string): TransferError {
  try {
    files.stat(resolve(operand));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return new TransferError(`cannot stat ${quoted(operand)}: ${error.message}`);
  }
  return new TransferError(`cannot stat ${quoted(operand)}: No such file or directory`);
}

/** What stands in the way of one file, in GNU's words; without words where they have been said. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}

/** The real path of something that may not be there yet: that of its directory, and its name. */
export function realTarget({ files, resolve }: Invocation, operand: string): string {
  const path = resolve(operand).replace(/(?<=.)\/+$/, "");
  if (files.exists(path)) return files.realPath(path);
  const end = path.lastIndexOf("/");
  const parent = files.realPath(path.slice(0, end) || "/");
  return `${parent === "/" ? "" : parent}/${path.slice(end + 1)}`;
}

/** Whether source and target are names of one file, by whatever links. */
export function isOneFile(invocation: Invocation, { source, target }: Task): boolean {
  const { files, resolve } = invocation;
  const [from, to] = [resolve(source), resolve(target)];
  if (!files.exists(from) || !files.exists(to)) return false;
  return fileIdentity(files, from) === fileIdentity(files, to);
}

/** The real path of its directory, and its name there. */
export function entryOf(invocation: Invocation, operand: string): string {
  return joined(realTarget(invocation, directoryName(operand)), lastName(operand));
}

/** Whether both are the same name in the same directory. */
export function isOneEntry(invocation: Invocation, { source, target }: Task): boolean {
  return entryOf(invocation, source) === entryOf(invocation, target);
}

export function refuseMixedKinds(
  { source, target }: Task,
  { kind }: FileStatus,
  there: FileStatus,
): void {
  if (kind === "directory" && there.kind !== "directory") {
    const words = `cannot overwrite non-directory ${quoted(target)}`;
    throw new TransferError(`${words} with directory ${quoted(source)}`);
  }
  if (kind !== "directory" && there.kind === "directory") {
    throw new TransferError(`cannot overwrite directory ${quoted(target)} with non-directory`);
  }
}

/** Carries out each task of cp or mv; what fails is said, and the rest goes on. */
export function* eachTask(
  { invocation, options }: Call<TargetKey>,
  work: (task: Task) => Running<void>,
  tasks?: readonly Task[],
): Running<number> {
  let status = 0;
  try {
    for (const task of tasks ?? tasksOf(invocation, options)) {
      yield;
      try {
        yield* work(task);
      } catch (error) {
        if (!(error instanceof TransferError)) throw error;
        if (error.message !== "") complain(invocation, error.message);
        status = 1;
      }
    }
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    complain(invocation, error.message);
    return 1;
  }
  return status;
}
