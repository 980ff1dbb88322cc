import type { PathTarget } from "@agent-sandbox/policy";

import { FileError } from "../files/errors.ts";
import type { Entry, Files, FileStatus, OpenFile, OpenHow, Usage } from "../files/files.ts";
import type { Tree } from "../files/tree.ts";
import type { FileLimits } from "../files/tree-editor.ts";
import type { Judge } from "./judge.ts";

type PathOperation = "read" | "write" | "create" | "delete" | "list";

/** Files of which each access is judged before it happens. What is denied is EACCES. */
export class GuardedFiles implements Files {
  readonly #files: Files;
  readonly #judge: Judge;

  constructor(files: Files, judge: Judge) {
    this.#files = files;
    this.#judge = judge;
  }

  stat(path: string): FileStatus {
    return this.#shown(this.#files.stat(path), path, "followed");
  }

  lstat(path: string): FileStatus {
    return this.#shown(this.#files.lstat(path), path, "own");
  }

  exists(path: string): boolean {
    return this.#files.exists(path);
  }

  realPath(path: string): string {
    return this.#files.realPath(path);
  }

  readLink(path: string): string {
    this.#check("read", path, "own");
    return this.#files.readLink(path);
  }

  list(path: string): readonly Entry[] {
    this.#check("list", path);
    return this.#files.list(path);
  }

  read(path: string): Uint8Array {
    this.#check("read", path);
    return this.#files.read(path);
  }

  write(path: string, content: Uint8Array, mode?: number): void {
    this.#checkChange(path);
    this.#files.write(path, content, mode);
  }

  open(path: string, how: OpenHow): OpenFile {
    if (how.read === true || how.write !== true) this.#check("read", path);
    if (how.write === true) this.#checkChange(path);
    return this.#files.open(path, how);
  }

  makeDirectory(path: string, mode?: number): void {
    this.#check("create", path);
    this.#files.makeDirectory(path, mode);
  }

  remove(path: string, options?: { readonly recursive?: boolean }): void {
    this.#check("delete", path, "own");
    this.#files.remove(path, options);
  }

  move(from: string, to: string): void {
    const request = {
      operation: "rename",
      from: this.#target(from, "own"),
      to: this.#target(to, "own"),
    } as const;
    this.#refuse(this.#judge.ask({ request, target: from }).effect, from);
    this.#files.move(from, to);
  }

  copy(from: string, to: string): void {
    for (const path of [from, ...this.#below(from)]) this.#check("read", path, "own");
    this.#checkChange(to);
    for (const path of this.#below(from)) this.#check("create", to + path.slice(from.length));
    this.#files.copy(from, to);
  }

  link(target: string, path: string): void {
    this.#check("create", path, "own");
    this.#files.link(target, path);
  }

  /** By its new name a file could be changed that by the old one can only be read. */
  addName(path: string, added: string): void {
    this.#check("read", path, "own");
    this.#check("write", path, "own");
    this.#check("create", added, "own");
    this.#files.addName(path, added);
  }

  setMode(path: string, mode: number): void {
    this.#check("write", path);
    this.#files.setMode(path, mode);
  }

  setModified(path: string, modified?: number): void {
    this.#check("write", path);
    this.#files.setModified(path, modified);
  }

  atomically<Result>(work: () => Result): Result {
    return this.#files.atomically(work);
  }

  usage(): Usage {
    return this.#files.usage();
  }

  limits(): FileLimits {
    return this.#files.limits();
  }

  tree(): Tree {
    return this.#files.tree();
  }

  restore(tree: Tree): void {
    this.#files.restore(tree);
  }

  /**
   * That something is there is no secret: its name is in its directory. Of what may not be read nothing else
   * is told, as where a container has an empty file of mode 0 in its place.
   */
  #shown(status: FileStatus, path: string, which: "followed" | "own"): FileStatus {
    if (status.kind !== "file" && status.kind !== "link") return status;
    const request = { operation: "read", target: this.#target(path, which) } as const;
    if (this.#judge.wouldAllow(request)) return status;
    return { ...status, size: 0, mode: 0, modified: 0 };
  }

  #checkChange(path: string): void {
    this.#check(this.#files.exists(path) ? "write" : "create", path);
  }

  #check(operation: PathOperation, path: string, which: "followed" | "own" = "followed"): void {
    // Devices are nobody's files.
    if (/^\/dev\/[^/]+(\/\d+)?$/.test(path)) return;
    const target = this.#target(path, which);
    const holds = operation === "delete" ? { holds: this.#below(path) } : {};
    const request = { operation, target: { ...target, ...holds } } as const;
    this.#refuse(this.#judge.ask({ request, target: path }).effect, path);
  }

  #refuse(effect: "allow" | "deny", path: string): void {
    if (effect === "deny") throw new FileError("EACCES", path);
  }

  #target(path: string, which: "followed" | "own"): PathTarget {
    const kind = this.#kindOf(path);
    return { path, real: this.#real(path, which), kind, ignoresCase: false, links: 1 };
  }

  #kindOf(path: string): "directory" | "file" | undefined {
    if (!this.#files.exists(path)) return undefined;
    const { kind } = this.#files.stat(path);
    return kind === "directory" || kind === "file" ? kind : undefined;
  }

  /** Links of all that is there followed; undefined where they lead in circles. */
  #real(path: string, which: "followed" | "own"): string | undefined {
    try {
      if (which === "followed") return this.#files.realPath(path);
    } catch (error) {
      if (!(error instanceof FileError) || error.code === "ELOOP") return undefined;
    }
    return this.#realByParent(path, which);
  }

  #realByParent(path: string, which: "followed" | "own"): string | undefined {
    const trimmed = path.replace(/\/+$/, "");
    const slash = trimmed.lastIndexOf("/");
    const name = trimmed.slice(slash + 1);
    if (slash === -1 || trimmed === "") return "/";
    const parent = this.#real(trimmed.slice(0, slash) || "/", "followed");
    if (parent === undefined || name === "." || name === "..") return parent;
    const own = parent === "/" ? `/${name}` : `${parent}/${name}`;
    return which === "followed" ? this.#linkTarget(own, parent) : own;
  }

  /** What is created through a link that leads nowhere yet is created where it leads. */
  #linkTarget(own: string, parent: string): string | undefined {
    try {
      const target = this.#files.readLink(own);
      return this.#real(target.startsWith("/") ? target : `${parent}/${target}`, "followed");
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      return own;
    }
  }

  #below(path: string): readonly string[] {
    const found: string[] = [];
    const visit = (directory: string) => {
      for (const { kind, name } of this.#files.list(directory)) {
        const below = directory === "/" ? `/${name}` : `${directory}/${name}`;
        found.push(below);
        if (kind === "directory") visit(below);
      }
    };
    if (this.#isOwnDirectory(path)) visit(path);
    return found;
  }

  #isOwnDirectory(path: string): boolean {
    try {
      return this.#files.lstat(path).kind === "directory";
    } catch {
      return false;
    }
  }
}
