import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { isInside } from "@agent-sandbox/core";

import { errnoOf } from "../errno.ts";
import { readRegularFile } from "./read-regular-file.ts";
import type { TreeEntry } from "./tree-entry.ts";
import { type TreeLimits, TreeRoom } from "./tree-room.ts";
import { unreadable } from "./unreadable.ts";

export type { TreeLimits } from "./tree-room.ts";

export interface TreeRequest {
  /** Absolute and real. */
  readonly root: string;
  /** Whether the policy lets a path below the root be read; both faces of it are the same. */
  readonly shows: (path: string, kind: "directory" | "file") => boolean;
  readonly limits: TreeLimits;
}

export interface ReadTree {
  /** By their absolute paths, directories before what is in them. */
  readonly entries: Readonly<Record<string, TreeEntry>>;
  /** What cannot be taken along: links that lead out of the root, and what is neither file nor directory. */
  readonly leftOut: readonly string[];
}

/**
 * A directory of the host with all that may be read of it. No link is followed. Fails with
 * POLICY_DENIED where it is more than the limits, and with WORKSPACE_INVALID where it cannot be read.
 */
export function readTree(request: TreeRequest): ReadTree {
  const reading: Reading = {
    ...request,
    room: new TreeRoom(request.root, request.limits),
    entries: {},
    leftOut: [],
  };
  readDirectory(reading, request.root);
  return reading;
}

interface Reading extends TreeRequest {
  readonly room: TreeRoom;
  readonly entries: Record<string, TreeEntry>;
  readonly leftOut: string[];
}

/** What is in a hidden directory may be shown all the same. */
function readDirectory(reading: Reading, path: string): void {
  if (reading.shows(path, "directory")) {
    reading.room.take(path, 0);
    reading.entries[path] = { directory: true, mode: lstatSync(path).mode & 0o7777 };
  }
  for (const entry of entriesOf(path)) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) readDirectory(reading, inner);
    else readOther(reading, inner, entry);
  }
}

function readOther(reading: Reading, path: string, entry: Dirent): void {
  if (!reading.shows(path, "file")) return;
  const taken = entry.isSymbolicLink()
    ? linkWithin(reading.root, path)
    : entry.isFile()
      ? readRegularFile(path, reading.room)
      : undefined;
  if (taken === undefined) {
    reading.leftOut.push(path);
    return;
  }
  reading.room.take(path, "content" in taken ? taken.content.length : 0);
  reading.entries[path] = taken;
}

/** A link to nothing leads where its text says. */
function linkWithin(root: string, path: string): TreeEntry | undefined {
  const link = readlinkSync(path);
  return isInside(root, whereTo(path, link)) ? { link } : undefined;
}

function whereTo(path: string, link: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ELOOP") throw unreadable(path, error);
    return resolve(dirname(path), link);
  }
}

function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw unreadable(path, error);
  }
}
