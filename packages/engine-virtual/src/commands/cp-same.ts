import type { FileStatus } from "../files/files.ts";
import type { BackupKey, Backups } from "./backups.ts";
import type { Invocation } from "./command.ts";
import type { Call } from "./define-command.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { isOneEntry, isOneFile, realTarget, statusAt, TransferError } from "./transfer.ts";

export type Linking = "hardLinks" | "symbolicLinks";

interface Existing {
  readonly kind: FileStatus["kind"];
  /** Whether it is kept under another name. */
  readonly isKept: boolean;
  /** What is made in the place of a copy. */
  readonly linking: Linking | undefined;
}

const isLink = (invocation: Invocation, name: string): boolean =>
  statusAt(invocation, name, false)?.kind === "link";

/** Whether a copy would destroy what is copied: what is kept as a backup stays, or the link to it. */
function isSame(invocation: Invocation, task: Task, { isKept, linking }: Existing): boolean {
  const { source, target } = task;
  // What is another name of it already stays.
  if (linking === "hardLinks") return false;
  if (linking === "symbolicLinks") {
    // A link may become another one.
    if (isLink(invocation, target)) return false;
    return realTarget(invocation, source) === realTarget(invocation, target);
  }
  if (!isOneFile(invocation, task)) return false;
  if (!isKept || isOneEntry(invocation, task)) return true;
  return isLink(invocation, source) && !isLink(invocation, target);
}

export function refuseSame(invocation: Invocation, task: Task, there: Existing): void {
  if (there.kind === "device" || !isSame(invocation, task, there)) return;
  const { source, target } = task;
  throw new TransferError(`${quoted(source)} and ${quoted(target)} are the same file`);
}

/** With --force, a file that is copied onto itself is copied to where its backup goes. */
export function besideItself(
  { invocation, options }: Call<"force" | BackupKey>,
  { source, target }: Task,
  backups: Backups,
): Task | undefined {
  const isNamed = source === target && options.operands[1] === target;
  const isAsked = isNamed && options.has("force") && backups.isOn;
  if (!isAsked || statusAt(invocation, target, true)?.kind !== "file") return undefined;
  return { source, target: backups.nameFor(target) };
}
