import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { defineCommand } from "./define-command.ts";
import { BACKUP_OPTIONS, Backups } from "./backups.ts";
import { Overwriting } from "./overwrite.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { TARGET_OPTIONS } from "./targets.ts";
import {
  cannotStat,
  eachTask,
  isOneEntry,
  isOneFile,
  refuseMixedKinds,
  statusAt,
  TransferError,
} from "./transfer.ts";

const OPTIONS = { ...TARGET_OPTIONS, ...BACKUP_OPTIONS } as const;

type MvCall = Call<keyof typeof OPTIONS>;

interface Existing {
  readonly kind: FileStatus["kind"];
  /** Whether it is kept under another name. */
  readonly isKept: boolean;
}

/** A link may give way to the file that it leads to, and another name of a file where a backup is made. */
function refuseSame(invocation: Invocation, task: Task, there: Existing): void {
  if (there.kind === "link" || !isOneFile(invocation, task)) return;
  if (there.isKept && !isOneEntry(invocation, task)) return;
  const { source, target } = task;
  throw new TransferError(`${quoted(source)} and ${quoted(target)} are the same file`);
}

/** What is in the way; a file where a directory is needed is no place to move to. */
function targetAt(invocation: Invocation, target: string): FileStatus | undefined {
  const { files, resolve } = invocation;
  try {
    return files.lstat(resolve(target));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === "ENOENT") return undefined;
    throw new TransferError(`cannot stat ${quoted(target)}: ${error.message}`);
  }
}

function rename({ files, resolve }: Invocation, { source, target }: Task): void {
  try {
    files.move(resolve(source), resolve(target));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const words =
      error.code === "EINVAL"
        ? `cannot move ${quoted(source)} to a subdirectory of itself, ${quoted(target)}`
        : `cannot move ${quoted(source)} to ${quoted(target)}: ${error.message}`;
    throw new TransferError(words);
  }
}

function* moveOne(call: MvCall, task: Task, overwriting: Overwriting): Running<void> {
  const { invocation, options } = call;
  const { source, target } = task;
  const status = statusAt(invocation, source, false);
  if (status === undefined) {
    throw cannotStat(invocation, source);
  }
  const there = targetAt(invocation, target);
  const backups = new Backups(invocation, options);
  if (there !== undefined) {
    if (overwriting.keeps) return;
    refuseSame(invocation, task, { kind: there.kind, isKept: backups.isOn });
    if (!(yield* overwriting.mayReplace(task, status, there))) return;
    if (!backups.isOn) refuseMixedKinds(task, status, there);
  }
  const said = there === undefined ? "" : backups.keep(task, "moved");
  rename(invocation, task);
  if (options.has("verbose")) {
    invocation.stdout.write(`renamed ${quoted(source)} -> ${quoted(target)}${said}\n`);
  }
}

export const mv = defineCommand({
  name: "mv",
  description: "Move (rename) files",
  usage: "[OPTION]... SOURCE... DEST",
  options: OPTIONS,
  *run(call: MvCall): Running<number> {
    const overwriting = new Overwriting(call.invocation, call.options);
    return yield* eachTask(call, (task) => moveOne(call, task, overwriting));
  },
});
