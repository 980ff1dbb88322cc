import { FileError } from "./errors.ts";
import type { OpenHow } from "./files.ts";
import type { TreeNode } from "./tree.ts";

/** What open(2) refuses. */
export function checkOpen(node: TreeNode | undefined, how: OpenHow, path: string): void {
  if (node?.kind === "directory") throw new FileError("EISDIR", path);
  if (node === undefined && how.create !== true) throw new FileError("ENOENT", path);
  if (node !== undefined && how.exclusive === true) throw new FileError("EEXIST", path);
}
