import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { copyTree, REPOSITORY } from "./tree-copy.ts";

type Names = Readonly<Record<string, string>>;

/** For each package whose two lists of its sibling packages differ, both lists. */
function differences(root: string): readonly string[] {
  return readdirSync(join(root, "packages")).flatMap((name) => {
    const { dependencies, devDependencies } = read(root, name, "package.json") as {
      dependencies?: Names;
      devDependencies?: Names;
    };
    const { references } = read(root, name, "tsconfig.json") as {
      references: readonly { path: string }[];
    };
    const needs = Object.keys({ ...dependencies, ...devDependencies })
      .filter((dependency) => dependency.startsWith("@agent-sandbox/"))
      .map((dependency) => dependency.replace("@agent-sandbox/", "../"))
      .toSorted()
      .join(" ");
    const refers = references
      .map(({ path }) => path)
      .toSorted()
      .join(" ");
    return needs === refers ? [] : [`${name}: package.json ${needs}, tsconfig.json ${refers}`];
  });
}

function read(root: string, name: string, file: string): unknown {
  return JSON.parse(readFileSync(join(root, "packages", name, file), "utf8"));
}

describe("a package's references for tsc", () => {
  it("are its dependencies in package.json", () => {
    expect(differences(REPOSITORY)).toEqual([]);
  });

  it("are told from others", async () => {
    await using tree = await copyTree();
    await tree.plant("packages/core/tsconfig.json", '{ "references": [{ "path": "../host" }] }');
    expect(differences(tree.root)).toEqual(["core: package.json ../policy, tsconfig.json ../host"]);
  });
});
