import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from "node:fs";
import { SandboxError, type SandboxErrorDetails } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";

/** A config of this size was not written by hand. */
const SIZE_LIMIT = 256 * 1024;

/**
 * The text of a config file, or undefined where there is none. `links` says whether the last
 * segment may be a link. Fails with CONFIG_INVALID for whatever is there and cannot be read as text.
 */
export function readText(
  file: string,
  { links }: { readonly links: "follow" | "refuse" },
): string | undefined {
  // Non-blocking: opening a FIFO would wait for its writer without end.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const descriptor = openFile(file, links === "follow" ? flags : flags | constants.O_NOFOLLOW);
  if (descriptor === undefined) return undefined;
  try {
    return readRegular(file, descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function openFile(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (errnoOf(error) === "ENOENT" && !isLink(file)) return undefined;
    throw notOpened(file, error);
  }
}

function readRegular(file: string, descriptor: number): string {
  const state = unfit(fstatSync(descriptor));
  if (state !== undefined) {
    throw unreadable(file, state, { hint: "Put a config file in its place or remove it" });
  }
  const bytes = readFileSync(descriptor);
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

function notOpened(file: string, cause: unknown): SandboxError {
  switch (errnoOf(cause)) {
    case "ENOENT":
      return unreadable(file, "it is a link to nothing", {
        hint: "Remove the link or mend its target",
        cause,
      });
    case "ELOOP":
      return unreadable(file, "it is a link", { hint: "Put the file itself in its place", cause });
    case "EACCES":
      return unreadable(file, "permission denied", {
        hint: `See who may read it: ls -ld "${file}"`,
        cause,
      });
    case "ENOTDIR":
      return unreadable(file, "a part of its path is not a directory", {
        hint: "Check the path",
        cause,
      });
    default:
      return unreadable(file, String(cause), { cause });
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function unreadable(file: string, state: string, details: SandboxErrorDetails): SandboxError {
  return new SandboxError("CONFIG_INVALID", `Cannot read "${file}": ${state}`, details);
}
