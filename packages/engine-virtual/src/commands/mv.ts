import { FileError } from "../files/errors.ts";
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
  realTarget,
  refuseMixedKinds,
  statusAt,
  TransferError,
} from "./transfer.ts";

const OPTIONS = { ...TARGET_OPTIONS, ...BACKUP_OPTIONS } as const;

type MvCall = Call<keyof typeof OPTIONS>;

function refuseSame(invocation: Invocation, { source, target }: Task): void {
  const { files, resolve } = invocation;
  const isSame = realTarget(invocation, target) === realTarget(invocation, source);
  const isLink = files.lstat(resolve(source)).kind === "link";
  if (!isSame || isLink) return;
  throw new TransferError(`${quoted(source)} and ${quoted(target)} are the same file`);
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
  const there = statusAt(invocation, target, false);
  if (there !== undefined) {
    if (overwriting.keeps) return;
    refuseSame(invocation, task);
    refuseMixedKinds(task, status, there);
    if (!(yield* overwriting.mayReplace(task, status, there))) return;
  }
  const backups = new Backups(invocation, options);
  const said = there === undefined ? "" : backups.keep(target);
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
