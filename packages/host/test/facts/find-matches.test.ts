import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findMatches } from "../../src/facts/find-matches.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  for (const path of ["packages/a/src", "packages/b", "app/[id]"]) {
    mkdirSync(join(root, path), { recursive: true });
  }
  for (const path of ["a.json", ".b.json", "packages/a/tsconfig.json"]) {
    writeFileSync(join(root, path), "");
  }
  symlinkSync("packages", join(root, "linked"));
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe("findMatches", () => {
  it.each([
    ["*.json", [".b.json", "a.json"]],
    ["packages/*/tsconfig.json", ["packages/a/tsconfig.json"]],
    ["packages/*/src/*", []],
    ["app/[id]", ["app/[id]"]],
    ["absent/*", []],
    ["a.json/*", []],
  ])("finds what %s stands for", (glob, expected) => {
    expect(findMatches(root, [join(root, glob)]).matches).toEqual(expected);
  });

  it("tells what is behind a link by the link, so that nobody mounts it", () => {
    const { matches, paths } = findMatches(root, [join(root, "l*/a")]);
    expect(matches).toEqual(["linked/a"]);
    expect(paths.get("linked")).toBe("link");
    expect(paths.get("linked/a")).toBe("absent");
  });

  it("names each path once", () => {
    const { matches } = findMatches(root, [join(root, "*.json"), join(root, "a.*")]);
    expect(matches).toEqual([".b.json", "a.json"]);
  });
});
