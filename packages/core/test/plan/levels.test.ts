import { describe, expect, it } from "@jest/globals";
import type { PathFact } from "../../src/facts.ts";
import { planSandbox, withMatches } from "../../src/index.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const WORKDIR = "/workspace/shop";

/** What is there: a name with an ending is a file, but for those that another path goes through. */
function there(...paths: readonly string[]): Readonly<Record<string, PathFact>> {
  const parents = paths.flatMap((path) => {
    const names = path.split("/");
    return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
  });
  const kindOf = (path: string) =>
    path.includes(".") && !parents.includes(path) ? "file" : "directory";
  return Object.fromEntries([...parents, ...paths].map((path) => [path, kindOf(path)]));
}

function plan(filesystem: unknown, paths: Readonly<Record<string, PathFact>> = {}) {
  const request = { policy: resolved({ filesystem }), facts: hostFacts({ paths }) };
  return { ...request, plan: planSandbox({ ...request, repoImage: "shop" }) };
}

type Planned = ReturnType<typeof plan>["plan"];

/** The mounts of the workspace that the default policy does not give. */
function brief({ mounts }: Planned): readonly string[] {
  const usual = new Set(plan({}).plan.mounts.map(({ mode, target }) => `${mode} ${target}`));
  return mounts
    .map(({ mode, target }) => `${mode} ${target}`)
    .filter((line) => !usual.has(line))
    .map((line) => line.replace(`${WORKDIR}/`, "").replace(WORKDIR, "."));
}

const held = ({ placeholders }: Planned) => placeholders.map(({ path }) => path);

describe("ro and rw in the workspace", () => {
  it.each([
    ["a directory", { ro: ["vendor"] }, ["vendor"], ["ro vendor"]],
    ["a file in a directory", { ro: ["a/b.json"] }, ["a/b.json"], ["rw a", "ro a/b.json"]],
    ["a writable path in it", { ro: ["a"], rw: ["a/gen"] }, ["a/gen"], ["ro a", "rw a/gen"]],
    [
      "a read-only one in that again",
      { ro: ["a", "a/b/c"], rw: ["a/b"] },
      ["a/b/c"],
      ["ro a", "rw a/b", "ro a/b/c"],
    ],
    ["what is writable anyway", { rw: ["src", "."] }, ["src"], []],
    ["the same path in both lists", { ro: ["a"], rw: ["a"] }, ["a"], ["ro a"]],
    ["no grant of what is not there", { ro: ["a"], rw: ["a/gen"] }, ["a"], ["ro a"]],
    ["no grant of what is protected", { rw: [".git/hooks", ".husky/_"] }, [".husky/_"], []],
    ["nothing for names that only start alike", { ro: ["a"], rw: ["ab"] }, ["a", "ab"], ["ro a"]],
  ])("mount %s", (...[, filesystem, paths, expected]) => {
    expect(brief(plan(filesystem, there(...paths)).plan)).toEqual(expected);
  });

  it("mount the whole workspace read-only, with what is writable in it", () => {
    const made = plan({ ro: ["."], rw: ["dist", "late"] }, there("dist", ".git/config"));
    expect(brief(made.plan)).toEqual(["ro .", "rw dist"]);
    // Nothing is held in what nobody can write: all of it is read-only already.
    expect(held(made.plan)).toEqual([]);
  });

  it("hold the place of what is not there and must not be made", () => {
    const made = plan({ ro: ["a/b.json"] }).plan;
    expect(brief(made)).toEqual(["rw a", "ro a/b.json"]);
    expect(made.placeholders).toContainEqual({
      path: "/home/ann/shop/a/b.json",
      kind: "directory",
      content: "",
    });
  });

  it("plan the same for a held place as for an absent one", () => {
    const filesystem = { ro: ["a/b.json"] };
    expect(plan(filesystem, there("a/b.json")).plan.mounts).toEqual(plan(filesystem).plan.mounts);
  });

  it.each([
    ["itself", { vendor: "link" }],
    ["above it", { vendor: "directory", "vendor/a": "link" }],
  ] as const)("refuse a link %s", (_, paths) => {
    const ro = Object.keys(paths).length === 1 ? ["vendor"] : ["vendor/a/b"];
    expect(() => plan({ ro }, paths)).toThrow(
      expect.objectContaining({ code: "WORKSPACE_INVALID" }),
    );
  });

  it("open nothing by a link in what is read-only", () => {
    const paths = { a: "directory", "a/link": "link" } as const;
    expect(brief(plan({ ro: ["a"], rw: ["a/link"] }, paths).plan)).toEqual(["ro a"]);
  });
});

describe("patterns of ro and rw", () => {
  function matched(filesystem: unknown, paths: readonly string[], matches = paths) {
    const { plan: made, ...request } = plan(filesystem, there(...paths));
    const facts = new Map(Object.entries(there(...matches)));
    return { made, found: withMatches(made, request, { matches, paths: facts }) };
  }

  it("are not in the plan until they are looked for", () => {
    const { made, found } = matched({ ro: ["*.config.js"] }, ["a.config.js"]);
    expect(brief(made)).toEqual([]);
    expect(brief(found)).toEqual(["ro a.config.js"]);
  });

  it("yield to the exact path, and win over a shorter one", () => {
    const filesystem = { ro: ["packages/*"], rw: ["packages/a", "packages/b/gen"] };
    const { found } = matched(
      filesystem,
      ["packages/a", "packages/b/gen"],
      ["packages/a", "packages/b"],
    );
    expect(brief(found)).toEqual(["rw packages", "ro packages/b", "rw packages/b/gen"]);
  });

  it("take the mounts in what they make read-only away", () => {
    const { made, found } = matched({ ro: ["a*"], protected: ["ab/c/"] }, ["ab/c"], ["ab"]);
    expect(brief(made)).toEqual(["rw ab", "ro ab/c"]);
    expect(brief(found)).toEqual(["ro ab"]);
  });
});

describe("ro and rw on a branch", () => {
  const onBranch = (filesystem: unknown) => {
    const branch = { name: "feat", key: "feat" };
    const request = { policy: resolved({ filesystem }), facts: hostFacts(), repoImage: "shop" };
    return planSandbox({ ...request, branch });
  };
  const modes = (filesystem: unknown) =>
    new Map(onBranch(filesystem).mounts.map(({ target, mode }) => [target, mode]));

  it("are of the worktree", () => {
    const made = modes({ ro: ["vendor"], rw: ["vendor/gen"] });
    expect(made.get("/repo-shelf/worktrees/feat/vendor")).toBe("ro");
    expect(made.get("/repo-shelf/worktrees/feat/vendor/gen")).toBe("rw");
    expect(onBranch({ ro: ["vendor"] }).branch?.placeholders).toContainEqual({
      path: "worktrees/feat/vendor",
      kind: "any",
      content: "",
    });
  });

  it("are of the shared repository in .git", () => {
    expect(modes({ ro: [".git/refs/tags"] }).get("/repo-shelf/repo/.git/refs/tags")).toBe("ro");
  });

  it("can make the worktree read-only, whose record git goes on writing", () => {
    const made = modes({ ro: ["."] });
    expect(made.get("/repo-shelf/worktrees/feat")).toBe("ro");
    expect(made.get("/repo-shelf/worktrees/feat/.husky")).toBeUndefined();
    expect(made.get("/repo-shelf/repo/.git/worktrees/feat")).toBe("rw");
  });
});
