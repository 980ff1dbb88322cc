import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { copyTree, REPOSITORY, type TreeCopy } from "./tree-copy.ts";

const CRUISER = join(REPOSITORY, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Each rule, a file that breaks it, and what that file holds. */
const PLANTED: readonly (readonly [rule: string, file: string, text: string])[] = [
  ["policy-points-down", "packages/policy/src/up.ts", 'import "@agent-sandbox/core";'],
  ["core-points-down", "packages/core/src/up.ts", 'import "@agent-sandbox/host";'],
  ["host-points-down", "packages/host/src/side.ts", 'import "@agent-sandbox/engine-docker";'],
  [
    "engine-docker-points-down",
    "packages/engine-docker/src/side.ts",
    'import "@agent-sandbox/host";',
  ],
  ["policy-is-pure", "packages/policy/src/reads.ts", 'import "node:fs";'],
  ["policy-is-pure", "packages/policy/src/parses.ts", 'import "yaml";'],
  ["docker-in-engine-docker", "packages/cli/src/direct.ts", 'import "dockerode";'],
  ["docker-in-engine-docker", "packages/host/src/packs.ts", 'import "tar-fs";'],
  ["oclif-in-cli", "packages/host/src/command.ts", 'import "@oclif/core/command";'],
  ["packages-import-by-name", "packages/cli/src/peeks.ts", 'import "../../core/src/errors.ts";'],
  ["source-never-imports-tests", "packages/core/src/tested.ts", 'import "@jest/globals";'],
  ["no-cycles", "packages/core/src/left.ts", 'export { right as left } from "./right.ts";'],
  ["no-orphans", "packages/core/src/alone.ts", "export const alone = 1;"],
  ["names-say-what", "packages/core/src/uses.ts", 'import "./path-utils.ts"; import "./left.ts";'],
  ["names-say-what", "packages/core/src/cases.ts", 'import "./camelCase.ts";'],
  ["no-unlisted-dependency", "packages/policy/src/unlisted.ts", 'import "semver";'],
  ["no-dev-dependency-at-run-time", "packages/core/src/builds.ts", 'import "esbuild";'],
  ["resolvable", "packages/core/src/lost.ts", 'import "./nowhere.ts";'],
];

/** What the planted files need, and is no violation by itself. */
const TARGETS: readonly (readonly [file: string, text: string])[] = [
  ["packages/core/src/right.ts", 'export { left as right } from "./left.ts";'],
  ["packages/core/src/path-utils.ts", "export {};"],
  ["packages/core/src/camelCase.ts", "export {};"],
  [
    "packages/core/package.json",
    '{ "exports": "./dist/index.js", "devDependencies": { "esbuild": "*" } }',
  ],
];

async function violations(root: string): Promise<readonly string[]> {
  const argv = [CRUISER, "--config", ".dependency-cruiser.js", "--output-type", "json"];
  const names = await readdir(join(root, "packages"));
  const paths = ["scripts", ...names.map((name) => `packages/${name}/src`)];
  const { stdout } = await promisify(execFile)(process.execPath, [...argv, ...paths], {
    cwd: root,
    maxBuffer: 100_000_000,
  });
  const report = JSON.parse(stdout) as { summary: { violations: readonly Violation[] } };
  return report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
}

describe("the layers", () => {
  let clean: TreeCopy;
  let broken: TreeCopy;
  let found: readonly string[];

  beforeAll(async () => {
    [clean, broken] = await Promise.all([copyTree(), copyTree()]);
    for (const [, file, text] of PLANTED) await broken.plant(file, `${text}\n`);
    for (const [file, text] of TARGETS) await broken.plant(file, `${text}\n`);
    found = await violations(broken.root);
  });

  afterAll(async () => {
    await Promise.all([clean[Symbol.asyncDispose](), broken[Symbol.asyncDispose]()]);
  });

  it("hold in the repository as it is", async () => {
    expect(await violations(clean.root)).toEqual([]);
  });

  it.each(PLANTED)("refuse what breaks %s (%s)", (rule, file) => {
    expect(found).toContain(`${rule}: ${file}`);
  });
});
