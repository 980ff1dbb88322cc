import { constants } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";

/** A config of this size was not written by hand. */
const SIZE_LIMIT = 256 * 1024;

/**
 * The text of a config file, or undefined where there is none. `links` says whether the last
 * segment may be a link. Fails with CONFIG_INVALID for whatever is there and cannot be read as text.
 */
export async function readText(
  file: string,
  { links }: { readonly links: "follow" | "refuse" },
): Promise<string | undefined> {
  // Non-blocking: opening a FIFO would wait for its writer without end.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const handle = await open(file, links === "follow" ? flags : flags | constants.O_NOFOLLOW).catch(
    (error: unknown) => failedOpen(file, error),
  );
  if (handle === undefined) return undefined;
  try {
    return await readRegular(file, handle);
  } finally {
    await handle.close();
  }
}

async function readRegular(file: string, handle: FileHandle): Promise<string> {
  const stats = await handle.stat();
  if (stats.isDirectory()) throw unreadable(file, "it is a directory", "Put a file in its place");
  if (!stats.isFile())
    throw unreadable(file, "it is not a regular file", "Put a file in its place");
  if (stats.size > SIZE_LIMIT) {
    throw unreadable(
      file,
      `it is larger than ${SIZE_LIMIT / 1024} KiB`,
      "Check that it is a config file",
    );
  }
  const bytes = await handle.readFile();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch (cause) {
    throw unreadable(file, "it is not UTF-8 text", "Save it as UTF-8", cause);
  }
  throw unreadable(file, "it is not text", "Check that it is a config file");
}

async function failedOpen(file: string, error: unknown): Promise<undefined> {
  switch (errnoOf(error)) {
    case "ENOENT":
      if (!(await isLink(file))) return undefined;
      throw unreadable(
        file,
        "it is a link to nothing",
        "Remove the link or mend its target",
        error,
      );
    case "ELOOP":
      throw unreadable(file, "it is a link", "Put the file itself in its place", error);
    case "EACCES":
      throw unreadable(file, "permission denied", `See who may read it: ls -ld "${file}"`, error);
    case "ENOTDIR":
      throw unreadable(file, "a part of its path is not a directory", "Check the path", error);
    default:
      throw unreadable(
        file,
        error instanceof Error ? error.message : String(error),
        undefined,
        error,
      );
  }
}

async function isLink(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => undefined);
  return stats?.isSymbolicLink() ?? false;
}

function unreadable(file: string, state: string, hint?: string, cause?: unknown): SandboxError {
  return new SandboxError("CONFIG_INVALID", `Cannot read "${file}": ${state}`, {
    ...(hint === undefined ? {} : { hint }),
    cause,
  });
}
