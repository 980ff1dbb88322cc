import { FileError } from "./errors.ts";
import type { OwnPlace } from "./find-place.ts";

export interface Moving {
  readonly source: OwnPlace;
  readonly target: OwnPlace;
  /** The target as the caller gave it. */
  readonly path: string;
}

const isWithin = (names: readonly string[], top: readonly string[]): boolean =>
  top.length <= names.length && top.every((name, index) => name === names[index]);

function checkReplaced({ source, target, path }: Moving): void {
  const { node } = target;
  if (node === undefined) return;
  if (source.node?.kind !== "directory") {
    if (node.kind === "directory") throw new FileError("EISDIR", path);
    return;
  }
  if (node.kind !== "directory") throw new FileError("ENOTDIR", path);
  if (node.nodes > 0) throw new FileError("ENOTEMPTY", path);
}

/** What rename(2) refuses. */
export function checkMove(moving: Moving): void {
  const { source, target, path } = moving;
  if (source.names.length === 0 || target.names.length === 0) throw new FileError("EBUSY", path);
  if (isWithin(target.names, source.names)) throw new FileError("EINVAL", path);
  if (isWithin(source.names, target.names)) throw new FileError("ENOTEMPTY", path);
  // A slash at its end says that it is a directory.
  if (path.endsWith("/") && source.node?.kind !== "directory") throw new FileError("ENOTDIR", path);
  checkReplaced(moving);
}

/** A copy replaces a file, but never joins two directories. */
export function checkCopy({ source, target, path }: Moving): void {
  if (isWithin(target.names, source.names)) throw new FileError("EINVAL", path);
  if (target.node?.kind === "directory") throw new FileError("EEXIST", path);
  if (target.node !== undefined && source.node?.kind === "directory") {
    throw new FileError("ENOTDIR", path);
  }
}
