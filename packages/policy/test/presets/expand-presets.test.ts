import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../src/parse-policy.ts";
import type { ResolveContext } from "../../src/resolve/resolve-context.ts";
import type { LayerName } from "../../src/source.ts";
import { BWRAP, DOCKER } from "../support/contexts.ts";
import { policyOf } from "../support/policies.ts";

function presetsOf(
  presets: Partial<Record<LayerName, readonly string[]>>,
  context: ResolveContext = BWRAP,
): readonly string[] {
  const layers = Object.entries(presets).map(([layer, list]) => [
    layer,
    { filesystem: { presets: list } },
  ]);
  const { filesystem } = policyOf(Object.fromEntries(layers) as object, context);
  const names = filesystem.rules
    .filter(({ source }) => source.layer === "presets")
    .map(({ source }) => source.key.replace(/\..*/, ""));
  return [...new Set(names)].sort();
}

const ALL = ["@agents", "@base", "@caches", "@git", "@lint/go", "@lint/python", "@lint/ts"];

describe("presets", () => {
  it("are all but @git-strict for bwrap, and @git for docker", () => {
    expect(presetsOf({})).toEqual(ALL);
    expect(presetsOf({}, DOCKER)).toEqual(["@git"]);
  });

  it.each<[Partial<Record<LayerName, readonly string[]>>, readonly string[]]>([
    [{ user: ["!@all"] }, []],
    [{ user: ["!@all", "@base"] }, ["@base"]],
    [{ user: ["@base", "!@all"] }, []],
    [{ user: ["!@lint/all"] }, ["@agents", "@base", "@caches", "@git"]],
    [{ user: ["!@all"], project: ["@lint/all", "!@lint/go"] }, ["@lint/python", "@lint/ts"]],
    [{ user: ["!@all", "@git"], project: ["!@git"], flags: ["@git"] }, ["@git"]],
    [{ user: ["!@all", "@git-strict"] }, ["@git-strict"]],
  ])("go by the last word on each: %j", (written, expected) => {
    expect(presetsOf(written)).toEqual(expected);
  });

  it("that name the home count for nothing in docker", () => {
    expect(presetsOf({ user: ["@all"] }, DOCKER)).toEqual(
      ALL.filter((name) => !["@agents", "@base", "@caches"].includes(name)),
    );
  });

  it("keep the branch that is checked out writable under @git-strict", () => {
    const refs = (context: ResolveContext) =>
      policyOf({ user: { filesystem: { presets: ["!@all", "@git-strict"] } } }, context)
        .filesystem.rules.filter(({ source }) => source.layer === "presets")
        .map(({ level, path }) => `${level} ${path.replace("/home/ann/proj/.git/", "")}`);
    expect(refs(BWRAP)).toEqual(["ro refs/heads/*", "ro refs/tags"]);
    expect(refs({ ...BWRAP, branch: "feat/a" })).toEqual([
      "rw refs/heads/feat/a",
      "ro refs/heads/*",
      "ro refs/tags",
    ]);
  });

  it("show no home where the base does not show the machine", () => {
    const homes = (base: string) =>
      policyOf({ user: { filesystem: { base } } }, BWRAP).filesystem.rules.filter(
        ({ path, origin }) => path === "/home/ann" && origin === "rule",
      );
    expect(homes("host")).toHaveLength(1);
    expect(homes("project")).toEqual([]);
    expect(homes("empty")).toEqual([]);
  });

  it("yield to what a layer says of the same path", () => {
    const policy = policyOf({ user: { filesystem: { rw: ["~"] } } }, BWRAP);
    const [first] = policy.filesystem.rules.filter(({ path }) => path === "/home/ann");
    expect(first).toMatchObject({ level: "rw", source: { layer: "user" } });
  });

  it.each([
    ["@gti", 'Did you mean "@git"?'],
    ["git", 'Did you mean "@git"?'],
    ["@nothing-like-it", "The presets are @base"],
  ])("%j is none", (name, hint) => {
    const parse = () => parsePolicy({ filesystem: { presets: [name] } }, { layer: "user" });
    expect(parse).toThrow(
      expect.objectContaining({
        message: `"${name}" is no preset`,
        hint: expect.stringContaining(hint) as unknown,
      }),
    );
  });
});
