import { FileError } from "../../files/errors.ts";
import type { Files } from "../../files/files.ts";
import { directoryName } from "../paths/dirname.ts";

/** Makes the directories on the way to a path; a link that leads out of `top` is not followed. */
export function makeParents(files: Files, path: string, { top, mode }: Within): void {
  const parent = directoryName(path);
  if (!files.exists(parent)) {
    makeParents(files, parent, { top, mode });
    files.makeDirectory(parent, mode);
    return;
  }
  if (top === undefined) return;
  const [real, realTop] = [files.realPath(parent), files.realPath(top)];
  const isBelow = realTop === "/" || real === realTop || real.startsWith(`${realTop}/`);
  if (!isBelow) throw new FileError("ENOTDIR", parent);
}

export interface Within {
  /** Nothing is made outside of it; `undefined` for no bounds. */
  readonly top: string | undefined;
  readonly mode: number;
}
