// bash itself says which texts it would wait for more of: the end of the file comes too early for it.
import { spawnSync } from "node:child_process";

import { expect, it } from "@jest/globals";

import { isIncomplete } from "../src/is-incomplete.ts";

const EARLY = /unexpected end of file|unexpected EOF|delimited by end-of-file/;

function waits(text: string): boolean {
  const { stderr } = spawnSync("bash", ["-n"], { input: text, encoding: "utf8" });
  return EARLY.test(stderr);
}

it.each([
  "",
  "echo hi",
  "if true",
  "if true; then",
  "if true; then echo; else",
  "if then",
  "fi",
  "for i in 1 2",
  "for i in 1; do echo $i",
  "for ((i = 0; i < 3; i++)); do",
  "while :; do echo; done",
  "case x in",
  "case x in a)",
  "case x in a) echo;;",
  "case x in a) echo;; esac",
  "f() {",
  "f() { echo",
  "f() { echo; }",
  "{",
  "{ echo; }",
  "(echo",
  "(echo)",
  "echo )",
  "echo 'a",
  "echo 'a\nb'",
  'echo "a',
  'echo "$(ls',
  "echo `ls",
  "echo $(ls",
  "echo $(ls)",
  "echo ${x",
  "echo $((1 +",
  "a &&",
  "a ||",
  "a |",
  "a | b",
  "a;;",
  "x=(1",
  "x=(1 2)",
  "cat <<E",
  "cat <<E\nfoo",
  "cat <<E\nfoo\nE",
  "cat <<'E' | wc -l\n<<F\nE\n",
  "cat <<A <<B\na\nA\nb",
  "cat <<A <<B\na\nA\nb\nB\n",
  "echo $((1 << 2))",
  "done",
  "}",
  "echo # 'not a quote",
])("knows as bash does whether more must come: %j", (text) => {
  expect(isIncomplete(text)).toBe(waits(text));
});

it.each([
  ["echo a \\", true],
  ["echo a \\\\", false],
  ["echo a \\\nb", false],
])("waits for the line behind a backslash: %j", (text, expected) => {
  expect(isIncomplete(text)).toBe(expected);
});
