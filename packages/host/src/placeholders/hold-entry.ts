import {
  closeSync,
  constants,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  writeFileSync,
} from "node:fs";
import { SandboxError, type SandboxPlan } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { isDiskFull } from "../state/state-failure.ts";
import { PinnedDirectory } from "./pinned-directory.ts";
import type { PlaceholderEntry } from "./record.ts";

export interface Holding {
  readonly workspacePath: string;
  readonly user: SandboxPlan["user"];
}

/**
 * Whether nothing is at an entry's path yet. Fails with WORKSPACE_INVALID when it is a link or is
 * below one.
 */
export function isAbsent(entry: PlaceholderEntry, holding: Holding): boolean {
  try {
    using parent = openParent(entry, holding);
    const stats = lstatSync(parent.at(nameOf(entry)), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return stats === undefined;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return true;
    throw failure(entry, error);
  }
  throw failure(entry, { code: "ELOOP" });
}

/** Makes an entry unless something is there already. Fails with WORKSPACE_INVALID. */
export function holdEntry(entry: PlaceholderEntry, holding: Holding): void {
  try {
    using parent = openParent(entry, holding);
    const path = parent.at(nameOf(entry));
    if (entry.kind === "directory") holdDirectory(path, holding);
    else holdFile(path, entry.content, holding);
  } catch (error) {
    // Somebody else has made it since it was looked for: theirs is as good.
    if (errnoOf(error) !== "EEXIST") throw failure(entry, error);
  }
}

function holdDirectory(path: string, { user }: Holding): void {
  mkdirSync(path, 0o755);
  if (process.getuid?.() === 0) lchownSync(path, user.uid, user.gid);
}

function holdFile(path: string, content: string, { user }: Holding): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(path, flags, 0o644);
  try {
    writeFileSync(descriptor, content);
    if (process.getuid?.() === 0) fchownSync(descriptor, user.uid, user.gid);
  } finally {
    closeSync(descriptor);
  }
}

function openParent(entry: PlaceholderEntry, holding: Holding): PinnedDirectory {
  return PinnedDirectory.open(holding.workspacePath, entry.segments.slice(0, -1));
}

function nameOf({ segments }: PlaceholderEntry): string {
  return segments.at(-1) ?? "";
}

function failure(entry: PlaceholderEntry, cause: unknown): SandboxError {
  const path = entry.segments.join("/");
  if (isDiskFull(cause)) {
    const hint = "Make room: what holds the place of an absent path needs a little";
    return new SandboxError("DISK_FULL", `Cannot protect "${path}": the disk is full`, {
      hint,
      cause,
    });
  }
  const link = ["ELOOP", "ENOTDIR"].includes(errnoOf(cause) ?? "");
  const message = cause instanceof Error ? cause.message : String(cause);
  const state = link ? "it is, or is below, a link or a file" : message;
  return new SandboxError("WORKSPACE_INVALID", `Cannot protect "${path}": ${state}`, {
    hint: link ? "Put a directory in its place" : "Make it yourself: it must only exist",
    cause,
  });
}
