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

/** Whether a path goes on behind a name only to say that the name is a directory's. */
const asksForDirectory = (rest: string): boolean =>
  /^(?:\/+\.(?=\/))*\/+(?:$|\.$|\.\.(?:\/|$))/.test(rest);

/**
 * Without `.` and `..`, and with its links as they are. A name is looked at only where the path asks for a
 * directory behind it, or where it is the last one.
 */
export function unfollowedPath(files: Files, path: string, wanted: Wanted): string {
  const names: string[] = [];
  for (const found of path.matchAll(/[^/]+/g)) {
    const [name] = found;
    const rest = path.slice(found.index + name.length);
    if (name === "..") names.pop();
    else if (name !== ".") {
      names.push(name);
      checkName(files, `/${names.join("/")}`, { rest, wanted });
    }
  }
  return `/${names.join("/")}`;
}

function checkName(
  files: Files,
  path: string,
  { rest, wanted }: { readonly rest: string; readonly wanted: Wanted },
): void {
  const isLast = /^\/*$/.test(rest);
  if (wanted === "none" || !(isLast || asksForDirectory(rest))) return;
  if (!files.exists(path)) {
    if (wanted === "parents" && isLast) return;
    throw new FileError("ENOENT", path);
  }
  if (asksForDirectory(rest) && files.stat(path).kind !== "directory")
    throw new FileError("ENOTDIR", path);
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
