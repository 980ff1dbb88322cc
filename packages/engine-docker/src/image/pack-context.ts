import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Readable } from "node:stream";
import * as dockerIgnore from "@balena/dockerignore";
import { type Headers, type Pack, pack, type PackOptions } from "tar-fs";

/** A file that is in the build context but not in its directory. */
export interface ContextFile {
  /** Relative to the context's root, with `/`. */
  readonly path: string;
  readonly content: string;
}

// Its types describe an ES module, which it is not: the function itself is what it exports.
const createRules = dockerIgnore.default as unknown as typeof dockerIgnore.default.default;

// Who built it and when must not change a layer, or no cache holds.
const ALWAYS = { mtime: new Date(0), uid: 0, gid: 0 };

/**
 * A build context as a tar stream: everything below the directory but for what its `.dockerignore`
 * names and the `leftOut`, files at its top, and the extra files. Modes are kept; links are packed as
 * links and never followed. The stream fails with the file system's own error.
 */
export async function packContext(
  directory: string,
  extraFiles: readonly ContextFile[],
  leftOut: readonly string[] = [],
): Promise<Readable> {
  const isIgnored = await ignoreRules(directory);
  // `sort` and `umask` are missing from tar-fs's types.
  const options: PackOptions & { sort: boolean; umask: number } = {
    ignore: (path) => leftOut.includes(relative(directory, path)) || isIgnored(path),
    map: (header: Headers) => ({ ...header, ...ALWAYS }),
    sort: true,
    strict: false,
    umask: 0,
    finalize: false,
    finish: (stream: Pack) => {
      addFiles(stream, extraFiles);
    },
  };
  return pack(directory, options);
}

function addFiles(stream: Pack, files: readonly ContextFile[]): void {
  for (const { path, content } of files)
    stream.entry({ name: path, mode: 0o644, ...ALWAYS }, content);
  stream.finalize();
}

async function ignoreRules(directory: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(directory, ".dockerignore"), "utf8").catch(ifAbsent);
  if (text === undefined) return () => false;
  const rules = createRules({ ignorecase: false }).add(text);
  const hasExceptions = /^\s*!/m.test(text);
  return (path) => {
    const name = relative(directory, path);
    // The builder needs these even when they are ignored (Dockerfile reference, ".dockerignore file").
    if (name === "Dockerfile" || name === ".dockerignore") return false;
    if (!rules.ignores(name)) return false;
    // An ignored directory may hold an exception: then each of its files is asked for by itself.
    return !hasExceptions || !lstatSync(path).isDirectory();
  };
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
