import { deviceEntries, isOfDevices } from "./devices.ts";
import { FileError } from "./errors.ts";
import type { Entry, FileStatus } from "./files.ts";
import type { Following } from "./find-place.ts";
import { findPlace } from "./find-place.ts";
import type { AnyNode } from "./tree.ts";
import { byteLength } from "../shell/text.ts";

const LINK_MODE = 0o777;
const DEVICE_MODE = 0o666;

/** Below `/` in bytes, whatever its characters: nothing of it needs to be measured. */
const SHORT = 80;

/**
 * The node that a plain path leads to, which most paths are: no link on it, no `.` or `..`, no device.
 * `undefined` says nothing: the path may still lead somewhere.
 */
function plainNode({ root, path }: Following): AnyNode | undefined {
  if (path.length > SHORT || !path.startsWith("/") || path.startsWith("/dev")) return undefined;
  let directory = root;
  let start = 1;
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", start)) {
    const next = directory.entries.get(path.slice(start, end));
    if (next?.kind !== "directory") return undefined;
    directory = next;
    start = end + 1;
  }
  const last = directory.entries.get(path.slice(start));
  return last?.kind === "link" ? undefined : last;
}

/** The node that a path leads to; absent is ENOENT. */
export function nodeAt(asked: Following): AnyNode {
  const plain = plainNode(asked);
  if (plain !== undefined) return plain;
  const { node } = findPlace(asked);
  if (node === undefined) throw new FileError("ENOENT", asked.path);
  return node;
}

export function statusOf(node: AnyNode): FileStatus {
  const { kind } = node;
  switch (kind) {
    case "file":
      return { kind, size: node.blob.size, mode: node.mode, modified: node.modified };
    case "directory":
      return { kind, size: 0, mode: node.mode, modified: node.modified };
    case "link": {
      const size = byteLength(node.target);
      return { kind, size, mode: LINK_MODE, modified: node.modified };
    }
    case "device": {
      const { descriptor } = node;
      const status = { kind, size: 0, mode: DEVICE_MODE, modified: 0 };
      return descriptor === undefined ? status : { ...status, descriptor };
    }
  }
}

export function existsAt(asked: Following): boolean {
  if (plainNode(asked) !== undefined) return true;
  try {
    return findPlace(asked).node !== undefined;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

export function entriesAt(asked: Following): readonly Entry[] {
  const node = nodeAt(asked);
  if (node.kind !== "directory") throw new FileError("ENOTDIR", asked.path);
  if (isOfDevices(node)) return deviceEntries(node);
  return Array.from(node.entries, ([name, { kind }]) => ({ name, kind }));
}

export function linkTargetAt(asked: Following): string {
  const node = nodeAt(asked);
  if (node.kind !== "link") throw new FileError("EINVAL", asked.path);
  return node.target;
}

export function realPathAt(asked: Following): string {
  const { names, node } = findPlace(asked);
  if (node === undefined) throw new FileError("ENOENT", asked.path);
  return `/${names.join("/")}`;
}
