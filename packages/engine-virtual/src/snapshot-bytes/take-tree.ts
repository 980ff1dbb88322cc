import type { Blob } from "../files/blob-store.ts";
import { FileError } from "../files/errors.ts";
import { checkName, checkPath } from "../files/path-names.ts";
import type { DirectoryNode, Tree, TreeNode } from "../files/tree.ts";
import { emptyDirectory, weightOf } from "../files/tree.ts";
import { count, record, refuse, text, time } from "./field.ts";
import { snapshotInvalid } from "./snapshot-invalid.ts";
import { takeSharedNames } from "./take-shared-names.ts";

const WHAT = "its list of files";
const mode = count(0o7777);

/** A directory while it is filled. */
interface Filling {
  readonly entries: Map<string, TreeNode>;
  readonly mode: number;
  readonly modified: number;
  /** Where it is itself. */
  readonly place: { readonly parent: Filling; readonly name: string } | undefined;
}

/** The tree of a manifest. Fails with SNAPSHOT_INVALID for names and numbers that no tree can have. */
export function takeTree(stored: unknown, contents: readonly Blob[]): Tree {
  const tree = record(stored, WHAT);
  const { entries } = tree;
  if (!Array.isArray(entries)) return refuse(WHAT);
  const root: Filling = {
    entries: new Map(),
    ...{ mode: mode(tree["mode"], WHAT), modified: time(tree["modified"], WHAT), place: undefined },
  };
  const directories = new Map([[0, root]]);
  entries.forEach((entry: unknown, index) => {
    const made = takeEntry(entry, directories, contents);
    if (made !== undefined) directories.set(index + 1, made);
  });
  const taken = { root: closed([...directories.values()]), largest: largestOf(contents) };
  const sharedNames = takeSharedNames(tree["sharedNames"], taken.root);
  return sharedNames === undefined ? taken : { ...taken, sharedNames };
}

/** Puts one entry into its directory; gives it back where it is one itself. */
function takeEntry(
  entry: unknown,
  directories: ReadonlyMap<number, Filling>,
  contents: readonly Blob[],
): Filling | undefined {
  const [kind, number, given, changed, ...rest] = Array.isArray(entry) ? (entry as unknown[]) : [];
  const parent = directories.get(count()(number, WHAT)) ?? refuse(WHAT);
  const name = nameIn(parent, text(given, WHAT));
  const modified = time(changed, WHAT);
  if (kind === "d") {
    // Its place among the others is taken now, and filled when all is there.
    parent.entries.set(name, emptyDirectory(0, 0));
    return { entries: new Map(), mode: mode(rest[0], WHAT), modified, place: { parent, name } };
  }
  parent.entries.set(name, leaf({ kind, rest, modified }, contents));
  return undefined;
}

interface Leaf {
  readonly kind: unknown;
  readonly rest: readonly unknown[];
  readonly modified: number;
}

function leaf({ kind, rest, modified }: Leaf, contents: readonly Blob[]): TreeNode {
  if (kind === "l") return { kind: "link", target: targetOf(rest[0]), modified };
  if (kind !== "f") return refuse(WHAT);
  const blob = contents[count()(rest[1], WHAT)] ?? refuse(WHAT);
  return { kind: "file", blob, mode: mode(rest[0], WHAT), modified };
}

function targetOf(value: unknown): string {
  const target = text(value, WHAT);
  return accepted(target, () => checkPath(target));
}

function nameIn({ entries, place }: Filling, name: string): string {
  const isNone = name === "" || name === "." || name === ".." || name.includes("/");
  // What the machine has there would hide it.
  const isDevices = place === undefined && name === "dev";
  if (isNone || isDevices || entries.has(name)) throw impossible(name);
  return accepted(name, () => {
    checkPath(name);
    checkName(name, name);
  });
}

function accepted(name: string, check: () => void): string {
  try {
    check();
    return name;
  } catch (error) {
    if (error instanceof FileError) throw impossible(name);
    throw error;
  }
}

function impossible(name: string): Error {
  return snapshotInvalid(`no file of it can have the name ${JSON.stringify(name.slice(0, 100))}`);
}

/** The inner ones first, so that each one's totals are there when its directory is closed. */
function closed(directories: readonly Filling[]): DirectoryNode {
  let last = emptyDirectory(0, 0);
  for (const filling of directories.toReversed()) {
    last = directoryOf(filling);
    filling.place?.parent.entries.set(filling.place.name, last);
  }
  return last;
}

function directoryOf({ entries, mode: bits, modified }: Filling): DirectoryNode {
  const total = { bytes: 0, nodes: 0, directories: 0, height: 0 };
  for (const node of entries.values()) {
    const weight = weightOf(node);
    total.bytes += weight.bytes;
    total.nodes += weight.nodes;
    total.directories += weight.directories;
    total.height = Math.max(total.height, 1 + (node.kind === "directory" ? node.height : 0));
  }
  return { ...emptyDirectory(bits, modified), entries, ...total };
}

function largestOf(contents: readonly Blob[]): number {
  return contents.reduce((largest, { size }) => Math.max(largest, size), 0);
}
