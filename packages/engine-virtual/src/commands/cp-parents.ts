import type { FileStatus } from "../files/files.ts";
import type { Call } from "./define-command.ts";
import { joined, missingFile } from "./operands.ts";
import { CommandError, UsageError } from "./options.ts";
import { quoted } from "./quote.ts";
import type { TargetKey, Task } from "./targets.ts";
import { statusAt, TransferError } from "./transfer.ts";

/** `cp --parents`: each source with all of its path, below a directory. */
export function tasksWithParents({ invocation, options }: Call<TargetKey>): readonly Task[] {
  const named = options.value("targetDirectory");
  const { operands } = options;
  if (operands.length < (named === undefined ? 2 : 1)) missingFile(operands);
  const directory = named ?? operands.at(-1) ?? "";
  const there = statusAt(invocation, directory, true);
  if (there?.kind !== "directory") throw noDirectory(operands.length, directory, { named, there });
  const sources = named === undefined ? operands.slice(0, -1) : operands;
  return sources.map((source) => ({
    source,
    target: joined(directory, source.replace(/^\/+/, "").replace(/\/+$/, "")),
  }));
}

interface Target {
  readonly named: string | undefined;
  readonly there: FileStatus | undefined;
}

function noDirectory(count: number, directory: string, { named, there }: Target): Error {
  if (named === undefined && count === 2)
    return new UsageError("with --parents, the destination must be a directory");
  const state = there === undefined ? "No such file or directory" : "Not a directory";
  const what = named === undefined ? "target" : "target directory";
  return new CommandError(`${what} ${quoted(directory)}: ${state}`);
}

/** Makes the directories of a source below the target, as they are there. */
export function makeParents(
  { invocation, options }: Call<TargetKey>,
  { source, target }: Task,
): void {
  const { files, resolve, stdout } = invocation;
  const bare = source.replace(/\/+$/, "");
  const front = target.slice(0, target.length - bare.replace(/^\/+/, "").length);
  for (const { index } of bare.matchAll(/(?<=[^/])\/+/g)) {
    const from = bare.slice(0, index);
    const to = front + from.replace(/^\/+/, "");
    const status = statusAt(invocation, from, true);
    if (status === undefined) {
      const words = `failed to get attributes of ${quoted(from)}`;
      throw new TransferError(`${words}: No such file or directory`);
    }
    if (status.kind !== "directory" || files.exists(resolve(to))) continue;
    files.makeDirectory(resolve(to), status.mode);
    if (options.has("verbose")) stdout.write(`${from} -> ${to}\n`);
  }
}
