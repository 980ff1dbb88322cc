import type { FileStatus } from "../files/files.ts";
import type { Invocation } from "./command.ts";
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
  // A link may become another one.
  if (linking === "symbolicLinks" && isLink(invocation, target)) return false;
  if (linking !== undefined) {
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
