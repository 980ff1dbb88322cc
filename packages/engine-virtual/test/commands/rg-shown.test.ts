import { describe, expect, it } from "@jest/globals";

import { compare, type Layout, stepsOf } from "./beside-gnu.ts";

/** What is run, and what it reads. */
type Line = readonly [line: string, stdin?: string];

const LAYOUT: Layout = {
  "a.txt":
    "foo one\nbar\nfoo foo two\nlong line with foo in it and much more text behind it\nend\n",
  "d/b.txt": "x\nfoo\n",
};

const LINES: readonly Line[] = [
  ["rg --passthru foo a.txt"],
  ["rg --passthru -n foo a.txt"],
  ["rg --passthru foo a.txt d --sort path"],
  ["rg --passthru nope a.txt"],
  ["rg --passthru nope a.txt d --sort path"],
  ["rg --passthru -v foo a.txt"],
  ["rg --passthru -o foo a.txt"],
  ["rg --passthru -A1 foo a.txt"],
  ["rg -M 20 foo a.txt"],
  ["rg -M 11 'foo foo' a.txt"],
  ["rg -M 12 'foo foo' a.txt"],
  ["rg -M20 --max-columns-preview foo a.txt"],
  ["rg -M 20 -n -o foo a.txt"],
  ["rg -M 20 -C1 bar a.txt"],
  ["rg -M 20 -A9 bar a.txt"],
  ["rg -M 20 -r X foo a.txt"],
  ["rg -M0 foo a.txt"],
  ["rg -M 5 -v foo a.txt"],
  ["rg -M 20 --column foo a.txt"],
  ["rg -M20 --column --max-columns-preview foo a.txt"],
  ["TERM=xterm rg -M20 -p --max-columns-preview foo a.txt"],
  ["rg -b foo a.txt"],
  ["rg -bno foo a.txt"],
  ["rg -b -C1 two a.txt"],
  ["rg -b --column foo a.txt"],
  ["rg -b --vimgrep foo a.txt"],
  ["rg -M 20 --vimgrep foo a.txt"],
  ["TERM=xterm rg -p foo a.txt d --sort path"],
  ["TERM=xterm rg -p foo a.txt"],
  ["rg --color=always foo a.txt d --sort path"],
  ["TERM=xterm rg -p -C1 bar a.txt"],
  ["TERM=xterm rg -p -o foo a.txt"],
  ["TERM=xterm rg -p -c foo a.txt d --sort path"],
  ["TERM=xterm rg -p -l foo a.txt d --sort path"],
  ["TERM=xterm rg -p -v foo a.txt"],
  ["TERM=xterm rg -p --column foo a.txt"],
  ["TERM=xterm rg -p -r XX foo a.txt"],
  ["rg -p --no-heading foo a.txt d --sort path"],
  ["rg --color=always -A1 'one|end' a.txt"],
  ["rg --color=always --vimgrep foo a.txt"],
  ["rg --files --color=always a.txt d --sort path"],
  ["rg --color=ansi one a.txt"],
  ["rg --color=always '' a.txt"],
  ["TERM=xterm rg --color=never -p foo a.txt"],
  ["TERM=xterm rg -p --color=never foo a.txt"],
  ["rg -0 -l --color=always foo a.txt"],
  ["TERM=xterm rg -p --trim foo d"],
  ["rg --color=always -b -n one a.txt"],
];

describe.each([["rg", LINES]] as const)("%s", (_, lines) => {
  it.each(lines.map(([line, stdin = ""]) => ({ line, stdin })))(
    "is the real one's: $line",
    ({ line, stdin }) => {
      const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
      expect(virtual).toStrictEqual(gnu);
    },
  );
});
