import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { Readable } from "node:stream";
import dockerIgnore from "@balena/dockerignore";
import { type Headers, type Pack, pack, type PackOptions } from "tar-fs";

/** A file that is in the build context but not in its directory. */
export interface ContextFile {
  /** Relative to the context's root, with `/`. */
  readonly path: string;
  readonly content: string;
}

// Who built it and when must not change a layer, or no cache holds.
const ALWAYS = { mtime: new Date(0), uid: 0, gid: 0 };

/**
 * A build context as a tar stream: everything below the directory but for what its `.dockerignore`
 * names, and the extra files. Modes are kept; links are packed as links and never followed. The
 * stream fails with the file system's own error.
 */
export async function packContext(
  directory: string,
  extraFiles: readonly ContextFile[],
): Promise<Readable> {
  // `sort` and `umask` are missing from tar-fs's types.
  const options: PackOptions & { sort: boolean; umask: number } = {
    ignore: await ignoreRules(directory),
    map: (header: Headers) => ({ ...header, ...ALWAYS }),
    sort: true,
    strict: false,
    umask: 0,
    finalize: false,
    finish: (stream: Pack) => {
      addFiles(stream, extraFiles);
    },
  };
  return pack(directory, options) as unknown as Readable;
}

function addFiles(stream: Pack, files: readonly ContextFile[]): void {
  for (const { path, content } of files) stream.entry({ name: path, mode: 0o644, ...ALWAYS }, content);
  stream.finalize();
}

async function ignoreRules(directory: string): Promise<(path: string) => boolean> {
  const text = await readFile(`${directory}/.dockerignore`, "utf8").catch(ifAbsent);
  if (text === undefined) return () => false;
  const rules = dockerIgnore({ ignorecase: false }).add(text);
  return (path) => {
    const name = relative(directory, path);
    // The builder needs these even when they are ignored (Dockerfile reference, ".dockerignore file").
    return name !== "Dockerfile" && name !== ".dockerignore" && rules.ignores(name);
  };
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
