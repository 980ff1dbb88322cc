import { constants, type Stats } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { SandboxError, type SandboxErrorDetails } from "@agent-sandbox/core";
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
  const state = unfit(stats);
  if (state !== undefined) {
    throw unreadable(file, state, { hint: "Put a config file in its place or remove it" });
  }
  const bytes = await handle.readFile();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch (cause) {
    throw unreadable(file, "it is not UTF-8 text", { hint: "Save it as UTF-8", cause });
  }
  throw unreadable(file, "it is not text", { hint: "Check that it is a config file" });
}

function unfit(stats: Stats): string | undefined {
  if (stats.isDirectory()) return "it is a directory";
  if (!stats.isFile()) return "it is not a regular file";
  return stats.size > SIZE_LIMIT ? `it is larger than ${SIZE_LIMIT / 1024} KiB` : undefined;
}

async function failedOpen(file: string, cause: unknown): Promise<undefined> {
  switch (errnoOf(cause)) {
    case "ENOENT":
      if (!(await isLink(file))) return undefined;
      throw unreadable(file, "it is a link to nothing", {
        hint: "Remove the link or mend its target",
        cause,
      });
    case "ELOOP":
      throw unreadable(file, "it is a link", { hint: "Put the file itself in its place", cause });
    case "EACCES":
      throw unreadable(file, "permission denied", {
        hint: `See who may read it: ls -ld "${file}"`,
        cause,
      });
    case "ENOTDIR":
      throw unreadable(file, "a part of its path is not a directory", {
        hint: "Check the path",
        cause,
      });
    default:
      throw unreadable(file, String(cause), { cause });
  }
}

async function isLink(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => undefined);
  return stats?.isSymbolicLink() ?? false;
}

function unreadable(file: string, state: string, details: SandboxErrorDetails): SandboxError {
  return new SandboxError("CONFIG_INVALID", `Cannot read "${file}": ${state}`, details);
}
