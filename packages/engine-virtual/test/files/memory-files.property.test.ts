import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { FileError, LimitError } from "../../src/files/errors.ts";
import type { MemoryFiles } from "../../src/files/memory-files.ts";
import type { DirectoryNode, Tree, TreeNode } from "../../src/files/tree.ts";
import { bytes, scratchFiles } from "./scratch-files.ts";
import type { Model, Operation } from "./plain-model.ts";
import { afterOperation, bytesOf, filling } from "./plain-model.ts";

const LIMITS = { bytes: 60, file: 25, nodes: 12, depth: 4 };

/** A path by what is there at that moment: the nth of all paths, or a name below it. */
interface Spot {
  readonly nth: number;
  readonly below: string;
}

interface Step {
  readonly kind: Operation["kind"];
  readonly path: Spot;
  readonly to: Spot;
  readonly size: number;
}

const spot: fc.Arbitrary<Spot> = fc.record({
  nth: fc.nat(30),
  below: fc.constantFrom("", "/a", "/b", "/c", "/d"),
});

const operation: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    "write",
    "append",
    "mkdir",
    "mkdir",
    "remove",
    "move",
    "copy",
    "copy",
    "link",
  ),
  path: spot,
  to: spot,
  size: fc.integer({ min: 0, max: 30 }),
});

function pathOf({ nth, below }: Spot, model: Model): string {
  const all = ["", ...model.keys()];
  const path = (all[nth % all.length] ?? "") + below;
  return path === "" ? "/a" : path;
}

const operationOf = ({ kind, path, to, size }: Step, model: Model): Operation => ({
  kind,
  path: pathOf(path, model),
  to: pathOf(to, model),
  size,
});

/** An operation, or the taking of a snapshot, or going back to the nth one taken. */
const step = fc.oneof(
  { weight: 16, arbitrary: operation },
  { weight: 2, arbitrary: fc.constant("snapshot" as const) },
  { weight: 1, arbitrary: fc.nat(20) },
);

function append(
  files: MemoryFiles,
  { path: file, size: length }: { path: string; size: number },
): void {
  const handle = files.open(file, { write: true, append: true, create: true });
  try {
    handle.write(bytes(filling("append", length)));
  } finally {
    handle.close();
  }
}

function carryOut(files: MemoryFiles, asked: Operation): void {
  switch (asked.kind) {
    case "write":
      files.write(asked.path, bytes(filling("write", asked.size)));
      return;
    case "append":
      // One step in the model: the file is not there when its content is refused.
      files.atomically(() => append(files, asked));
      return;
    case "mkdir":
      files.makeDirectory(asked.path);
      return;
    case "remove":
      files.remove(asked.path, { recursive: true });
      return;
    case "move":
      files.move(asked.path, asked.to);
      return;
    case "copy":
      files.copy(asked.path, asked.to);
      return;
    case "link":
      files.addName(asked.path, asked.to);
  }
}

function attempt(files: MemoryFiles, asked: Operation): void {
  try {
    carryOut(files, asked);
  } catch (error) {
    if (!(error instanceof FileError) && !(error instanceof LimitError)) throw error;
  }
}

/** All that a tree holds, read through a file system of its own. */
function contents(tree: Tree): ReadonlyMap<string, string | null> {
  const files = scratchFiles();
  files.restore(tree);
  const found = new Map<string, string | null>();
  const walk = (directory: string): void => {
    for (const { name, kind } of files.list(directory === "" ? "/" : directory)) {
      const entry = `${directory}/${name}`;
      found.set(entry, kind === "directory" ? null : new TextDecoder().decode(files.read(entry)));
      if (kind === "directory") walk(entry);
    }
  };
  walk("");
  return found;
}

interface Totals {
  readonly bytes: number;
  readonly nodes: number;
  readonly directories: number;
  readonly height: number;
}

/** The totals by a full walk; every directory on the way must say the same of itself. */
function checkedTotals(directory: DirectoryNode): Totals {
  const sum = { bytes: 0, nodes: 0, directories: 0, height: 0 };
  for (const entry of directory.entries.values()) {
    const added = totalsOf(entry);
    sum.bytes += added.bytes;
    sum.nodes += added.nodes;
    sum.directories += added.directories;
    sum.height = Math.max(sum.height, added.height);
  }
  const { height, ...exact } = sum;
  expect(directory).toMatchObject(exact);
  expect(directory.height).toBeGreaterThanOrEqual(height);
  return sum;
}

function totalsOf(entry: TreeNode): Totals {
  if (entry.kind !== "directory") {
    return {
      bytes: entry.kind === "file" ? entry.blob.size : 0,
      nodes: 1,
      directories: 0,
      height: 1,
    };
  }
  const { bytes: held, nodes, directories, height } = checkedTotals(entry);
  return { bytes: held, nodes: nodes + 1, directories: directories + 1, height: height + 1 };
}

const sorted = (found: ReadonlyMap<string, string | null>): unknown =>
  [...found].sort(([a], [b]) => (a < b ? -1 : 1));

const textsOf = (model: Model): ReadonlyMap<string, string | null> =>
  new Map(Array.from(model, ([path, content]) => [path, content?.text ?? null]));

interface Taken {
  readonly tree: Tree;
  readonly model: Model;
}

function expectTheModel(steps: readonly (Step | "snapshot" | number)[]): void {
  const files = scratchFiles({
    maxTotalSize: LIMITS.bytes,
    maxFileSize: LIMITS.file,
    maxNodeCount: LIMITS.nodes,
    maxDepth: LIMITS.depth,
  });
  let model: Model = new Map();
  const taken: Taken[] = [];
  for (const asked of steps) {
    if (asked === "snapshot") {
      taken.push({ tree: files.tree(), model });
    } else if (typeof asked === "number") {
      const back = taken[asked % Math.max(taken.length, 1)];
      if (back !== undefined) {
        files.restore(back.tree);
        model = back.model;
      }
    } else {
      const now = operationOf(asked, model);
      attempt(files, now);
      model = afterOperation(model, now, LIMITS);
    }
    expect(files.usage().bytes).toBe(bytesOf(model));
  }
  const last = files.tree();
  for (const { tree, model: expected } of [...taken, { tree: last, model }]) {
    expect(sorted(contents(tree))).toStrictEqual(sorted(textsOf(expected)));
    checkedTotals(tree.root);
  }
}

describe("a file system in memory", () => {
  it("is what a plain model is after any operations, and so is every snapshot of it", () => {
    const walk = fc.array(step, { minLength: 20, maxLength: 80, size: "max" });
    expect(() => fc.assert(fc.property(walk, expectTheModel), { numRuns: 150 })).not.toThrow();
  });
});
