import type { Files } from "./files.ts";
import { FileError } from "./errors.ts";

/** What is to be at one path: a file by its content, a link, or a directory that may be empty. */
export type ImportedEntry =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: number; readonly modified?: number }
  | { readonly link: string }
  | { readonly directory: true; readonly mode?: number };

const encoder = new TextEncoder();

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? encoder.encode(content) : content;

function makeParents(files: Files, path: string): void {
  for (let at = path.indexOf("/", 1); at !== -1; at = path.indexOf("/", at + 1)) {
    const parent = path.slice(0, at);
    if (!files.exists(parent)) files.makeDirectory(parent);
  }
}

function makeDirectory(files: Files, path: string, mode: number | undefined): void {
  if (!files.exists(path)) files.makeDirectory(path, mode);
  else if (files.stat(path).kind !== "directory") throw new FileError("ENOTDIR", path);
  else if (mode !== undefined) files.setMode(path, mode);
}

function importEntry(files: Files, path: string, entry: ImportedEntry): void {
  makeParents(files, path);
  if (typeof entry === "string" || entry instanceof Uint8Array) {
    files.write(path, bytesOf(entry));
  } else if ("link" in entry) {
    files.link(entry.link, path);
  } else if ("directory" in entry) {
    makeDirectory(files, path, entry.mode);
  } else {
    files.write(path, bytesOf(entry.content), entry.mode);
    if (entry.modified !== undefined) files.setModified(path, entry.modified);
  }
}

/** Puts a whole tree in place, or nothing of it; the limits hold. A path without `/` is below the root. */
export function importTree(files: Files, tree: Readonly<Record<string, ImportedEntry>>): void {
  files.atomically(() => {
    for (const [path, entry] of Object.entries(tree)) {
      importEntry(files, path.startsWith("/") ? path : `/${path}`, entry);
    }
  });
}
