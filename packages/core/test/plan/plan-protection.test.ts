import type { ProtectedPath } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { HostFacts, PathFact } from "../../src/facts.ts";
import { planProtection, withHooks } from "../../src/plan/plan-protection.ts";
import { hostFacts } from "../support/host-facts.ts";

const HOST = "/home/ann/shop";
const WORKDIR = "/workspace/shop";

/** A trailing slash says that a path is a directory, as in a policy's file. */
function named(text: string): ProtectedPath {
  const kind = text.endsWith("/") ? "directory" : "file";
  return { path: text.replace(/\/$/, ""), kind };
}

const protect = (texts: readonly string[], paths: Readonly<Record<string, PathFact>> = {}) =>
  planProtection({ protectedPaths: texts.map(named) }, hostFacts({ paths }), WORKDIR);

/** With the directory of hooks that the facts name. */
const planned = (texts: readonly string[], facts: HostFacts) =>
  planProtection({ protectedPaths: withHooks(texts.map(named), facts) }, facts, WORKDIR);

const brief = ({ mounts }: ReturnType<typeof protect>) =>
  mounts.map(({ mode, target }) => `${mode} ${target.slice(WORKDIR.length + 1)}`);

describe("the directory of core.hooksPath", () => {
  const plan = (hooksPath: string, ...texts: readonly string[]) =>
    brief(planned(texts, hostFacts({ hooksPath })));

  it("is read-only as .git/hooks is", () => {
    expect(plan("tools/hooks", ".git/hooks/")).toEqual([
      "rw .git",
      "ro .git/hooks",
      "rw tools",
      "ro tools/hooks",
    ]);
  });

  it("needs no mount of its own where a protected path holds it already", () => {
    expect(plan(".husky/_", ".husky/")).toEqual(["ro .husky"]);
    expect(plan(".husky", ".husky/")).toEqual(["ro .husky"]);
  });
});

describe("the mounts of protected paths", () => {
  it("put each path read-only onto itself", () => {
    expect(protect([".husky/"], { ".husky": "directory" }).mounts).toEqual([
      { source: `${HOST}/.husky`, target: `${WORKDIR}/.husky`, mode: "ro" },
    ]);
  });

  it("put each parent writable onto itself, before what it holds", () => {
    expect(brief(protect([".git/info/attributes", ".git/hooks/"]))).toEqual([
      "rw .git",
      "ro .git/hooks",
      "rw .git/info",
      "ro .git/info/attributes",
    ]);
  });

  it("leave all below a protected directory to its own mount, in whatever order they are named", () => {
    const expected = ["ro a"];
    expect(brief(protect([".git/", ".git/info/attributes", "a/b/c", "a/"]))).toEqual([
      "ro .git",
      "ro a",
    ]);
    expect(brief(protect(["a/", "a/b"]))).toEqual(expected);
    expect(brief(protect(["a/b", "a/"]))).toEqual(expected);
  });

  it("do not take a name that only starts alike for a parent", () => {
    expect(brief(protect(["a-b/c", "a/b"]))).toEqual(["rw a", "rw a-b", "ro a-b/c", "ro a/b"]);
  });

  it("cover absent paths as they do those that exist", () => {
    expect(brief(protect(["a/b"]))).toEqual(
      brief(protect(["a/b"], { a: "directory", "a/b": "file" })),
    );
  });

  it("are none where nothing is protected", () => {
    expect(protect([])).toEqual({ mounts: [], placeholders: [] });
  });
});

describe("the placeholders of protected paths", () => {
  it("are none for what exists", () => {
    const paths = { ".git": "directory", ".git/config": "file" } as const;
    expect(protect([".git/config"], paths).placeholders).toEqual([]);
  });

  it("hold an absent directory and an absent file by their kind, parents before children", () => {
    expect(protect(["a/b/c", "d/"]).placeholders).toEqual([
      { path: `${HOST}/a`, kind: "directory", content: "" },
      { path: `${HOST}/a/b`, kind: "directory", content: "" },
      { path: `${HOST}/a/b/c`, kind: "file", content: "" },
      { path: `${HOST}/d`, kind: "directory", content: "" },
    ]);
  });

  it.each([
    [".git/commondir", ".\n"],
    ["a/settings.json", "{}\n"],
    ["settings.jsonc", ""],
    ["commondir", ""],
    [".git/config.worktree", ""],
  ])("fill an absent %s with %j", (path, content) => {
    const holder = protect([path]).placeholders.at(-1);
    expect(holder).toEqual({ path: `${HOST}/${path}`, kind: "file", content });
  });

  it("never fill a directory, even one whose name ends like a file's", () => {
    expect(protect(["a.json/"]).placeholders).toEqual([
      { path: `${HOST}/a.json`, kind: "directory", content: "" },
    ]);
  });

  it("hold a directory where one below it is named too, which needs no place of its own then", () => {
    expect(protect(["a", "a/b"]).placeholders).toEqual([
      { path: `${HOST}/a`, kind: "directory", content: "" },
    ]);
  });

  it("keep an absent .git/worktrees by a locked record, which git's pruning leaves alone", () => {
    expect(protect([".git/worktrees/"], { ".git": "directory" }).placeholders).toEqual([
      { path: `${HOST}/.git/worktrees`, kind: "directory", content: "" },
      { path: `${HOST}/.git/worktrees/agent-sandbox`, kind: "directory", content: "" },
      {
        path: `${HOST}/.git/worktrees/agent-sandbox/locked`,
        kind: "file",
        content: "held by agent-sandbox\n",
      },
    ]);
  });

  it("add no record to a .git/worktrees that is there", () => {
    const paths = { ".git": "directory", ".git/worktrees": "directory" } as const;
    expect(protect([".git/worktrees/"], paths).placeholders).toEqual([]);
  });
});

describe("links at protected paths", () => {
  it.each([
    ["the path itself", ".husky"],
    ["a parent", ".git/info"],
  ])("are refused at %s", (_, link) => {
    expect(() => protect([".husky/", ".git/info/attributes"], { [link]: "link" })).toThrow(
      expect.objectContaining({
        code: "WORKSPACE_INVALID",
        message: `Cannot protect "${link}": it is a symbolic link, and what it points to would be mounted`,
        hint: expect.stringContaining("Replace the link") as unknown,
      }),
    );
  });
});

const segment = fc.constantFrom("a", "b", "a-b", "a.b", ".git", "A", "é");
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

describe("whatever is protected", () => {
  it("is read-only by the first mount on its way, or after all of its parents by its own", () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 6 }), (paths) => {
        const lines = brief(protect(paths));
        expect(new Set(lines).size).toBe(lines.length);
        for (const one of paths) {
          const way = one.split("/").map((_, index, all) => all.slice(0, index + 1).join("/"));
          const last = way.find((step) => paths.includes(step)) ?? one;
          const parents = way.slice(0, way.indexOf(last)).map((step) => `rw ${step}`);
          const expected = [...parents, `ro ${last}`];
          expect(lines.filter((line) => expected.includes(line))).toEqual(expected);
          expect(lines.filter((line) => line.slice(3).startsWith(`${last}/`))).toEqual([]);
        }
      }),
    );
  });

  it("gives the same plan in whatever order it is named", () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 6 }), (paths) => {
        expect(protect(paths.toReversed())).toEqual(protect(paths));
      }),
    );
  });
});

describe("the place of an absent configuration", () => {
  it.each([".agent-sandbox.json", ".agent-sandbox.jsonc", ".uds/config.yaml"])(
    "is held by a directory, which is none: %s",
    (path) => {
      expect(protect([path]).placeholders.at(-1)).toEqual({
        path: `${HOST}/${path}`,
        kind: "directory",
        content: "",
      });
      expect(protect([path], { ".uds": "directory", [path]: "file" }).placeholders).toEqual([]);
    },
  );
});
