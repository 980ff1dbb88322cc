import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { expandGlob } from "../src/expand-glob.ts";

let top: string;

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  for (const folder of ["src", "lib", ".dot"]) mkdirSync(join(top, folder));
  const files = [
    ".env",
    "a.ts",
    "b.ts",
    "ab.ts",
    "src/x.ts",
    "lib/x.ts",
    ".dot/y",
    "a]b",
    "a-b",
    "a*b",
    "é",
  ];
  for (const file of files) writeFileSync(join(top, file), "");
});

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

it.each([
  ...[
    "*",
    "*.ts",
    ".*",
    "?.ts",
    "[ab].ts",
    "[!a].ts",
    "[^a].ts",
    "[a-z].ts",
    "*/x.ts",
    "*/*",
    "a\\*b*",
  ],
  ...["[]a].ts", "a[]]b", "[", "[a", "a[-]b", "?", "**", "*a*b*", "none*", "*.ts/x", "s*/", "[é]"],
])("is what bash makes of it: %s", (pattern) => {
  const script = 'shopt -s dotglob nullglob; cd "$1"; printf "%s\\n" $2';
  const expected = execFileSync("bash", ["-c", script, "bash", top, pattern], {
    encoding: "utf8",
    env: { LC_ALL: "C.UTF-8" },
  });
  const found = expandGlob(`${top}/${pattern}`).map((path) => path.slice(top.length + 1));
  const isNone = expected.trim() === "";
  expect(found.toSorted()).toEqual(isNone ? [pattern] : expected.trimEnd().split("\n").toSorted());
});

it("takes no longer for a pattern that is made to", () => {
  writeFileSync(join(top, "x".repeat(250)), "");
  expect(expandGlob(`${top}/${"x*".repeat(120)}y`)).toHaveLength(1);
});
