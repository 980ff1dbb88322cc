import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { copyTree, REPOSITORY, type TreeCopy } from "./tree-copy.ts";

const ESLINT = join(REPOSITORY, "node_modules/eslint/bin/eslint.js");

const PLANTED: readonly (readonly [rule: string, file: string, text: string])[] = [
  ["no-console", "packages/host/src/prints.ts", 'console.log("here");'],
  ["no-restricted-properties", "packages/core/src/exits.ts", "process.exit(1);"],
  [
    "no-restricted-properties",
    "packages/core/src/reads.ts",
    'export const home = process.env["HOME"];',
  ],
  [
    "@typescript-eslint/no-restricted-imports",
    "packages/host/src/reads.ts",
    'import { env } from "node:process";\nexport const home = env["HOME"];',
  ],
  [
    "@typescript-eslint/no-restricted-imports",
    "packages/host/src/shell.ts",
    'import { execSync } from "node:child_process";\nexecSync("ls");',
  ],
  [
    "@typescript-eslint/no-restricted-imports",
    "packages/host/src/bare.ts",
    'import { readFileSync } from "fs";\nreadFileSync("x");',
  ],
  [
    "@typescript-eslint/no-restricted-imports",
    "packages/cli/src/inside.ts",
    'import "@agent-sandbox/core/dist/errors.js";',
  ],
  [
    "@typescript-eslint/no-restricted-imports",
    "packages/cli/src/image.ts",
    'import "@agent-sandbox/host/image";',
  ],
  [
    "@typescript-eslint/no-floating-promises",
    "packages/host/src/floats.ts",
    "async function later(): Promise<void> { await Promise.resolve(); }\nlater();",
  ],
  [
    "no-console",
    "packages/core/src/hides.ts",
    `// ${["eslint", "disable"].join("-")}-next-line no-console\nconsole.log("hidden");`,
  ],
  [
    "max-params",
    "packages/core/src/many.ts",
    "export const sum = (a: number, b: number, c: number, d: number): number => a + b + c + d;",
  ],
];

interface FileReport {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null }[];
}

describe("the rules for code", () => {
  let tree: TreeCopy;
  let found: readonly string[];

  beforeAll(async () => {
    tree = await copyTree();
    for (const [, file, text] of PLANTED) await tree.plant(file, `${text}\n`);
    const files = PLANTED.map(([, file]) => file);
    const { stdout } = spawnSync(process.execPath, [ESLINT, "--format", "json", ...files], {
      cwd: tree.root,
      encoding: "utf8",
    });
    const reports = JSON.parse(stdout) as readonly FileReport[];
    found = reports.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => `${String(ruleId)}: ${filePath.slice(tree.root.length + 1)}`),
    );
  });

  afterAll(async () => {
    await tree[Symbol.asyncDispose]();
  });

  it.each(PLANTED)("refuse by %s what is in %s", (rule, file) => {
    expect(found).toContain(`${rule}: ${file}`);
  });
});
