import { childOf, DEVICE_DIRECTORY } from "./devices.ts";
import { FileError } from "./errors.ts";
import { checkName, checkPath, namesToFollow } from "./path-names.ts";
import type { AnyNode, DirectoryNode, TreeNode } from "./tree.ts";

/** As Linux: path_resolution(7). */
const MAX_LINKS = 40;

/** Where a path leads: a node, or the place in a directory that is there where one could be made. */
export interface Place {
  /** From the root, without links, `.` and `..`. */
  readonly names: readonly string[];
  readonly node: AnyNode | undefined;
}

export interface Following {
  readonly root: DirectoryNode;
  readonly path: string;
  /** Whether a link at the end of the path is followed. */
  readonly last: boolean;
}

/** One walk along a path: where it stands, and what is still ahead. */
class Walk {
  readonly #asked: Following;
  readonly #names: string[] = [];
  readonly #above: DirectoryNode[] = [];
  readonly #ahead: string[];
  #here: AnyNode | undefined;
  #links = 0;

  constructor(asked: Following) {
    this.#asked = asked;
    this.#ahead = namesToFollow(asked.path);
    this.#here = asked.root;
  }

  toItsEnd(): Place {
    for (let name = this.#ahead.pop(); name !== undefined; name = this.#ahead.pop()) {
      this.#step(name, this.#directory());
    }
    return { names: this.#names, node: this.#here };
  }

  #directory(): DirectoryNode {
    if (this.#here === undefined) throw new FileError("ENOENT", this.#asked.path);
    if (this.#here.kind !== "directory") throw new FileError("ENOTDIR", this.#asked.path);
    return this.#here;
  }

  #step(name: string, directory: DirectoryNode): void {
    if (name === ".") return;
    if (name === "..") {
      this.#names.pop();
      this.#here = this.#above.pop() ?? this.#asked.root;
      return;
    }
    checkName(name, this.#asked.path);
    const isDevices = name === "dev" && this.#names.length === 0;
    const child = isDevices ? DEVICE_DIRECTORY : childOf(directory, name);
    if (child?.kind === "link" && (this.#asked.last || this.#ahead.length > 0)) {
      this.#follow(child.target);
      return;
    }
    this.#names.push(name);
    this.#above.push(directory);
    this.#here = child;
  }

  #follow(target: string): void {
    this.#links += 1;
    if (this.#links > MAX_LINKS) throw new FileError("ELOOP", this.#asked.path);
    this.#ahead.push(...namesToFollow(target));
    if (!target.startsWith("/")) return;
    this.#names.length = 0;
    this.#above.length = 0;
    this.#here = this.#asked.root;
  }
}

/** Follows a path. Only its last name may be absent. */
export function findPlace(asked: Following): Place {
  checkPath(asked.path);
  return new Walk(asked).toItsEnd();
}

/** A place whose node, if there is one, is the user's: no device. */
export interface OwnPlace extends Place {
  readonly node: TreeNode | undefined;
}

/** Refuses what belongs to the machine: nothing of it may be changed. */
export function ownPlace({ names, node }: Place, path: string): OwnPlace {
  const isDevice = names[0] === "dev" || node?.kind === "device";
  if (isDevice) throw new FileError("EPERM", path);
  return { names, node };
}
