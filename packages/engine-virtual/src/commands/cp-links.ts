import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation } from "./command.ts";
import { directoryName } from "./paths/dirname.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { entryOf, realTarget, TransferError } from "./transfer.ts";

/** Whether the target is already the source's file: by another name, or where the source leads to. */
export function isLinked(
  invocation: Invocation,
  { source, target }: Task,
  { status, there }: { readonly status: FileStatus; readonly there: FileStatus },
): boolean {
  if (status.names !== undefined && status.names[0] === there.names?.[0]) return true;
  const isLink = status.kind === "link";
  const from = isLink ? entryOf(invocation, source) : realTarget(invocation, source);
  return from === entryOf(invocation, target);
}

/** What a link holds is read from where the link is. */
export function refuseRelative(
  { cwd, files, resolve }: Invocation,
  { source, target }: Task,
): void {
  const directory = resolve(directoryName(target));
  if (source.startsWith("/") || !files.exists(directory)) return;
  if (files.realPath(directory) === files.realPath(cwd)) return;
  throw new TransferError(`${target}: can make relative symbolic links only in current directory`);
}

interface HowToLink {
  readonly isHard: boolean;
  /** Whether a link to the source is one to what that leads to. */
  readonly isFollowed: boolean;
}

/** Makes a hard link to the source, or one that holds it as it is written. */
export function linkTo(
  { files, resolve }: Invocation,
  { source, target }: Task,
  { isFollowed, isHard }: HowToLink,
): void {
  try {
    const path = resolve(source);
    if (isHard) files.addName(isFollowed ? files.realPath(path) : path, resolve(target));
    else files.link(source, resolve(target));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const what = `${isHard ? "hard" : "symbolic"} link`;
    const words = `cannot create ${what} ${quoted(target)} to ${quoted(source)}`;
    throw new TransferError(`${words}: ${error.message}`);
  }
}
