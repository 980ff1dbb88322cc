import { relative, sep } from "node:path";
import type { Placeholder } from "@agent-sandbox/core";
import type { ProcessIdentity } from "../state/process-identity.ts";

/** What was made for one workspace, parents before children. */
export interface PlaceholderRecord {
  readonly workspacePath: string;
  readonly entries: readonly PlaceholderEntry[];
  /** It was written by commands that a person pasted, ahead of the container that they start. */
  readonly pasted?: boolean;
  /** Whether containers hold it; they do, where nothing is said. */
  readonly byContainers?: boolean;
  /** The processes that hold it as long as they run. */
  readonly processes?: readonly ProcessIdentity[];
}

export interface PlaceholderEntry {
  /** From the workspace to the entry; never empty, never `..`. */
  readonly segments: readonly string[];
  readonly kind: Placeholder["kind"];
  readonly content: string;
}

/** A placeholder as it is remembered; a RangeError where it is not below the workspace. */
export function toEntry(
  workspacePath: string,
  { path, kind, content }: Placeholder,
): PlaceholderEntry {
  const segments = relative(workspacePath, path).split(sep);
  if (segments[0] === ".." || segments[0] === "") {
    throw new RangeError(`"${path}" is not below "${workspacePath}"`);
  }
  return { segments, kind, content };
}

/** A record as it was written, or undefined for anything else. */
export function parseRecord(value: unknown): PlaceholderRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { workspacePath, entries, pasted, byContainers, processes } = value as Partial<
    Record<keyof PlaceholderRecord, unknown>
  >;
  if (typeof workspacePath !== "string" || !Array.isArray(entries)) return undefined;
  const all: readonly unknown[] = entries;
  if (!all.every(isEntry)) return undefined;
  return {
    workspacePath,
    entries: all,
    pasted: pasted === true,
    byContainers: byContainers !== false,
    processes: Array.isArray(processes) ? processes.filter(isIdentity) : [],
  };
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== "object" || value === null) return false;
  const { pid, started } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
  return typeof pid === "number" && typeof started === "number";
}

/** Both lists in one, the earlier first, each path once. */
export function mergeEntries(
  earlier: readonly PlaceholderEntry[],
  later: readonly PlaceholderEntry[],
): readonly PlaceholderEntry[] {
  const known = new Set(earlier.map(({ segments }) => segments.join("/")));
  const added = later.filter(({ segments }) => !known.has(segments.join("/")));
  // Invariant: by depth, parents come before children.
  return [...earlier, ...added].sort((a, b) => a.segments.length - b.segments.length);
}

function isEntry(value: unknown): value is PlaceholderEntry {
  if (typeof value !== "object" || value === null) return false;
  const { segments, kind, content } = value as Partial<Record<keyof PlaceholderEntry, unknown>>;
  return (
    Array.isArray(segments) &&
    segments.length > 0 &&
    segments.every((segment) => typeof segment === "string" && isSegment(segment)) &&
    (kind === "directory" || kind === "file") &&
    typeof content === "string"
  );
}

function isSegment(segment: string): boolean {
  return !["", ".", ".."].includes(segment) && !segment.includes("/");
}
