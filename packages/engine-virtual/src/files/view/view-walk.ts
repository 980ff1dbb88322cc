import { FileError } from "../errors.ts";
import type { Files, FileStatus } from "../files.ts";
import { checkName, checkPath, namesToFollow } from "../path-names.ts";
import type { HostDirectory } from "./host-directory.ts";

export interface View {
  /** Where it is in the sandbox, from the root. */
  readonly at: readonly string[];
  readonly directory: HostDirectory;
}

/** Where a path leads, without links, `.` and `..`. */
export interface Standing {
  readonly names: readonly string[];
  /** Undefined where nothing is there. */
  readonly status: FileStatus | undefined;
  /** What it is in, and its names there. */
  readonly view:
    { readonly directory: HostDirectory; readonly names: readonly string[] } | undefined;
}

/** As Linux: path_resolution(7). */
const MAX_LINKS = 40;

const startsWith = (names: readonly string[], start: readonly string[]): boolean =>
  start.length <= names.length && start.every((name, index) => name === names[index]);

/**
 * Follows a path through files in memory and views: every link leads to a path of the sandbox, wherever
 * it is itself, so that none leads out of a view into the host.
 */
export class ViewWalk {
  readonly #files: Files;
  readonly #views: readonly View[];

  constructor(files: Files, views: readonly View[]) {
    this.#files = files;
    this.#views = views;
  }

  /** Only its last name may be absent; `last`: whether a link there is followed. */
  follow(path: string, last: boolean): Standing {
    checkPath(path);
    const ahead = namesToFollow(path);
    let here = this.at([]);
    let links = 0;
    for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
      const next = this.#step(here, name, path);
      const isFollowed = next.status?.kind === "link" && (last || ahead.length > 0);
      if (!isFollowed) {
        here = next;
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) throw new FileError("ELOOP", path);
      const target = this.linkAt(next);
      ahead.push(...namesToFollow(target));
      if (target.startsWith("/")) here = this.at([]);
    }
    return here;
  }

  at(names: readonly string[]): Standing {
    const view = this.#views.find(({ at }) => startsWith(names, at));
    if (view === undefined) return { names, status: this.#inMemory(names), view: undefined };
    const { directory } = view;
    const inner = names.slice(view.at.length);
    return { names, status: directory.look(inner), view: { directory, names: inner } };
  }

  linkAt({ names, view }: Standing): string {
    return view === undefined
      ? this.#files.readLink(`/${names.join("/")}`)
      : view.directory.readLink(view.names);
  }

  #step(here: Standing, name: string, path: string): Standing {
    if (here.status === undefined) throw new FileError("ENOENT", path);
    if (here.status.kind !== "directory") throw new FileError("ENOTDIR", path);
    if (name === ".") return here;
    if (name === "..") return this.at(here.names.slice(0, -1));
    checkName(name, path);
    return this.at([...here.names, name]);
  }

  #inMemory(names: readonly string[]): FileStatus | undefined {
    try {
      return this.#files.lstat(`/${names.join("/")}`);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }
}
