import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation } from "./command.ts";
import { directoryName } from "./paths/dirname.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { TransferError } from "./transfer.ts";

/** Whether both are names of one file. */
export const isSameFile = ({ names }: FileStatus, other: FileStatus): boolean =>
  names !== undefined && names[0] === other.names?.[0];

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

/** Makes a hard link to the source, or one that holds it as it is written. */
export function linkTo(
  { files, resolve }: Invocation,
  { source, target }: Task,
  isHard: boolean,
): void {
  try {
    if (isHard) files.addName(resolve(source), resolve(target));
    else files.link(source, resolve(target));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const what = `${isHard ? "hard" : "symbolic"} link`;
    const words = `cannot create ${what} ${quoted(target)} to ${quoted(source)}`;
    throw new TransferError(`${words}: ${error.message}`);
  }
}
