import { describe, expect, it } from "@jest/globals";

import { type PlaceLevel, PlaceTree } from "../../src/bwrap/place-tree.ts";

function entries(top: PlaceLevel, levels: Readonly<Record<string, PlaceLevel>>): string[] {
  const tree = new PlaceTree(top);
  for (const [path, level] of Object.entries(levels)) tree.tighten(path, { level, kind: "file" });
  return tree.entries().map(({ path, level }) => `${level} ${path}`);
}

describe("PlaceTree", () => {
  it("mounts nothing that is as what holds it", () => {
    expect(entries("ro", { "/home": "ro", "/tmp": "rw", "/tmp/a": "rw" })).toEqual(["rw /tmp"]);
  });

  it("mounts every writable directory above a read-only path onto itself", () => {
    expect(entries("ro", { "/tmp": "rw", "/tmp/a/b/c": "ro" })).toEqual([
      "rw /tmp",
      "rw /tmp/a",
      "rw /tmp/a/b",
      "ro /tmp/a/b/c",
    ]);
  });

  it("needs none of these for what is hidden, nor above what is read-only", () => {
    expect(entries("ro", { "/tmp": "rw", "/tmp/a/b": "hidden", "/x/y": "ro" })).toEqual([
      "rw /tmp",
      "hidden /tmp/a/b",
    ]);
  });

  it("opens again what is deeper", () => {
    expect(entries("ro", { "/a": "hidden", "/a/b": "rw", "/a/b/c": "hidden" })).toEqual([
      "hidden /a",
      "rw /a/b",
      "hidden /a/b/c",
    ]);
  });

  it("takes the tighter of two words on one place", () => {
    const tree = new PlaceTree("ro");
    tree.tighten("/a", { level: "hidden", kind: "file" });
    tree.tighten("/a", { level: "rw", kind: "file" });
    expect(tree.levelAt("/a/b")).toBe("hidden");
  });

  it("puts parents before children, by name", () => {
    expect(entries("none", { "/a-b": "ro", "/a/b": "rw", "/a": "ro" })).toEqual([
      "ro /a",
      "rw /a/b",
      "ro /a-b",
    ]);
  });
});
