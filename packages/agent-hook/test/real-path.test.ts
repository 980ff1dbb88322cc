import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { realPath } from "../src/real-path.ts";

let top: string;

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-test-")));
  mkdirSync(join(top, "a/b/c"), { recursive: true });
  writeFileSync(join(top, "a/file"), "");
  const links = {
    "to-b": "a/b",
    "a/b/up": "../..",
    absolute: join(top, "a"),
    dangling: "not/there",
    chain: "to-b",
    loop: "loop2",
    loop2: "loop",
    "to-file": "a/file",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(top, name));
});

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

it.each([
  ...[
    "a",
    "a/",
    "a/./b",
    "a/../a//b",
    "to-b/c",
    "to-b/..",
    "to-b/../file",
    "a/b/up/a",
    "absolute/b",
  ],
  ...[
    "dangling",
    "dangling/x",
    "chain/../x",
    "not/../a",
    "to-b/not/../../x",
    "..",
    "../../../../../..",
    ".",
  ],
  ...["to-file", "a/b/up/to-b/up/chain"],
])("is what realpath(1) says: %s", (path) => {
  const expected = execFileSync("realpath", ["-m", join(top, ".").concat("/", path)], {
    encoding: "utf8",
  });
  expect(realPath(`${top}/${path}`)).toBe(expected.trimEnd());
});

it("is not known of links that lead in a circle", () => {
  expect(realPath(`${top}/loop`)).toBeUndefined();
  expect(realPath(`${top}/loop/x`)).toBeUndefined();
});

it("is known below a file, and of names that are too long", () => {
  expect(realPath(`${top}/a/file/x`)).toBe(`${top}/a/file/x`);
  expect(realPath(`/${"x".repeat(300)}`)).toBe(`/${"x".repeat(300)}`);
});
