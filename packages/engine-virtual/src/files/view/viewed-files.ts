import { FileError } from "../errors.ts";
import type { Entry, Files, FileStatus, OpenFile, OpenHow, Usage } from "../files.ts";
import { withoutSlashes } from "../path-names.ts";
import type { Tree } from "../tree.ts";
import { copyThrough } from "./copy-through.ts";
import { openViewed } from "./open-viewed.ts";
import { type Standing, type View, ViewWalk } from "./view-walk.ts";

const pathOf = ({ names }: Pick<Standing, "names">): string => `/${names.join("/")}`;

/** Files in memory with directories of the host among them, which nothing here can change. */
export class ViewedFiles implements Files {
  readonly #files: Files;
  readonly #views: readonly View[];
  readonly #walk: ViewWalk;

  constructor(files: Files, views: readonly View[]) {
    this.#files = files;
    this.#views = views;
    this.#walk = new ViewWalk(files, views);
    this.#makePlaces();
  }

  stat(path: string): FileStatus {
    return statusOf(this.#walk.follow(path, true), path);
  }

  lstat(path: string): FileStatus {
    return statusOf(this.#walk.follow(path, false), path);
  }

  exists(path: string): boolean {
    try {
      return this.#walk.follow(path, true).status !== undefined;
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  list(path: string): readonly Entry[] {
    const place = this.#walk.follow(path, true);
    const { kind } = statusOf(place, path);
    if (kind !== "directory") throw new FileError("ENOTDIR", path);
    if (place.view !== undefined) return place.view.directory.list(place.view.names);
    return this.#files.list(pathOf(place));
  }

  read(path: string): Uint8Array {
    const place = this.#walk.follow(path, true);
    const { kind } = statusOf(place, path);
    if (place.view === undefined) return this.#files.read(pathOf(place));
    if (kind === "directory") throw new FileError("EISDIR", path);
    return place.view.directory.read(place.view.names);
  }

  write(path: string, content: Uint8Array, mode?: number): void {
    this.#files.write(this.#changed(path, true), content, mode);
  }

  open(path: string, how: OpenHow): OpenFile {
    const place = this.#walk.follow(path, true);
    if (place.view === undefined) return this.#files.open(this.#inMemory(place, path), how);
    return openViewed({ ...place, view: place.view }, path, how);
  }

  makeDirectory(path: string, mode?: number): void {
    this.#files.makeDirectory(this.#changed(withoutSlashes(path), false), mode);
  }

  remove(path: string, options?: { readonly recursive?: boolean }): void {
    this.#files.remove(this.#taken(path), options);
  }

  move(from: string, to: string): void {
    const source = this.#taken(from);
    this.#files.move(source, this.#taken(to));
  }

  copy(from: string, to: string): void {
    const source = this.#walk.follow(withoutSlashes(from), false);
    const target = this.#changed(withoutSlashes(to), false);
    if (source.view === undefined && !this.#holdsView(source)) {
      this.#files.copy(pathOf(source), target);
    } else {
      copyThrough(this, pathOf(source), target);
    }
  }

  link(target: string, path: string): void {
    this.#files.link(target, this.#changed(path, false));
  }

  addName(path: string, added: string): void {
    this.#files.addName(this.#changed(path, false), this.#changed(added, false));
  }

  readLink(path: string): string {
    const place = this.#walk.follow(path, false);
    if (statusOf(place, path).kind !== "link") throw new FileError("EINVAL", path);
    return this.#walk.linkAt(place);
  }

  realPath(path: string): string {
    const place = this.#walk.follow(path, true);
    statusOf(place, path);
    return pathOf(place);
  }

  setMode(path: string, mode: number): void {
    this.#files.setMode(this.#changed(path, true), mode);
  }

  setModified(path: string, modified?: number): void {
    this.#files.setModified(this.#changed(path, true), modified);
  }

  atomically<Result>(work: () => Result): Result {
    return this.#files.atomically(work);
  }

  usage(): Usage {
    return this.#files.usage();
  }

  limits(): ReturnType<Files["limits"]> {
    return this.#files.limits();
  }

  tree(): Tree {
    return this.#files.tree();
  }

  restore(tree: Tree): void {
    this.#files.restore(tree);
    this.#makePlaces();
  }

  /** The path in memory that is to be changed. */
  #changed(path: string, last: boolean): string {
    return this.#inMemory(this.#walk.follow(path, last), path);
  }

  /** Where a view is, and what it is in, stays. */
  #taken(path: string): string {
    const place = this.#walk.follow(withoutSlashes(path), false);
    if (this.#holdsView(place)) throw new FileError("EBUSY", path);
    return this.#inMemory(place, path);
  }

  #inMemory(place: Standing, path: string): string {
    if (place.view !== undefined) throw new FileError("EROFS", path);
    return pathOf(place);
  }

  #holdsView({ names }: Standing): boolean {
    return this.#views.some(({ at }) => names.every((name, index) => name === at[index]));
  }

  /** Directories in memory where the views are, so that what is above them lists them. */
  #makePlaces(): void {
    for (const { at } of this.#views) {
      at.forEach((_, index) => {
        const path = `/${at.slice(0, index + 1).join("/")}`;
        if (!this.#files.exists(path)) this.#files.makeDirectory(path);
      });
    }
  }
}

function statusOf({ status }: Standing, path: string): FileStatus {
  if (status === undefined) throw new FileError("ENOENT", path);
  return status;
}
