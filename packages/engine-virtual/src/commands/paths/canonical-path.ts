import { FileError } from "../../files/errors.ts";
import type { FileKind, Files } from "../../files/files.ts";

/** What of a path has to be there: all of it, all but its last name, or nothing. */
export type Wanted = "all" | "parents" | "none";

const MOST_LINKS = 40;

function kindAt(files: Files, path: string): FileKind | undefined {
  try {
    return files.lstat(path).kind;
  } catch (error) {
    if (error instanceof FileError && /^(?:ENOENT|ENOTDIR)$/.test(error.code)) return undefined;
    throw error;
  }
}

const namesOf = (path: string): string[] => path.split("/").filter((name) => name !== "");

/** One walk along a path. */
class Walk {
  readonly #files: Files;
  readonly #wanted: Wanted;
  readonly #path: string;
  readonly #ahead: string[];
  #real: readonly string[] = [];
  #links = 0;

  constructor(files: Files, path: string, wanted: Wanted) {
    this.#files = files;
    this.#wanted = wanted;
    this.#path = path;
    this.#ahead = namesOf(path).reverse();
  }

  toItsEnd(): string {
    for (let name = this.#ahead.pop(); name !== undefined; name = this.#ahead.pop()) {
      if (name === "..") this.#real = this.#real.slice(0, -1);
      else if (name !== ".") this.#enter(name);
    }
    return `/${this.#real.join("/")}`;
  }

  #enter(name: string): void {
    const here = [...this.#real, name];
    const path = `/${here.join("/")}`;
    const kind = kindAt(this.#files, path);
    if (kind === "link") {
      this.#follow(this.#files.readLink(path));
      return;
    }
    if (kind === undefined) this.#missing();
    else if (kind !== "directory") this.#notDirectory();
    this.#real = here;
  }

  #follow(target: string): void {
    this.#links += 1;
    if (this.#links > MOST_LINKS) throw new FileError("ELOOP", this.#path);
    if (target.startsWith("/")) this.#real = [];
    this.#ahead.push(...namesOf(target).reverse());
  }

  #missing(): void {
    if (this.#wanted === "none") return;
    if (this.#wanted === "all" || this.#ahead.length > 0) {
      throw new FileError("ENOENT", this.#path);
    }
  }

  #notDirectory(): void {
    if (this.#wanted === "none") return;
    if (this.#ahead.length > 0 || this.#path.endsWith("/")) {
      throw new FileError("ENOTDIR", this.#path);
    }
  }
}

/** An absolute path without links, `.` and `..`, also where something on it is not there. */
export function canonicalPath(files: Files, path: string, wanted: Wanted): string {
  if (path === "") throw new FileError("ENOENT", path);
  return new Walk(files, path, wanted).toItsEnd();
}

/** The same by its text alone. */
export function plainPath(path: string): string {
  const names: string[] = [];
  for (const name of namesOf(path)) {
    if (name === "..") names.pop();
    else if (name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

/** The way from one directory to a path; both without links. */
export function relativePath(from: string, to: string): string {
  const [start, end] = [namesOf(from), namesOf(to)];
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared += 1;
  const up = start.slice(shared).map(() => "..");
  return [...up, ...end.slice(shared)].join("/") || ".";
}

export const isBelow = (path: string, top: string): boolean =>
  top === "/" || path === top || path.startsWith(`${top}/`);
