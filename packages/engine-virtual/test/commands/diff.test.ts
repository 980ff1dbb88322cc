import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { compare, type Layout, stepsOf } from "./beside-gnu.ts";

const lines = (...all: readonly (string | number)[]): string =>
  all.map((line) => `${line}\n`).join("");
const counted = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `line ${n + 1}`);

const source = (name: string): string =>
  lines("#include <x>", "", `int ${name}(int a)`, "{", "  int b = a;", "", "  return b;", "}", "");

const LAYOUT: Layout = {
  a: lines("one", "two", "three", "four", "five"),
  b: lines("one", "2", "three", "four", "five", "six"),
  same: lines("one", "two", "three", "four", "five"),
  open: "one\ntwo",
  closed: "one\ntwo\n",
  empty: "",
  long: lines(...counted(40)),
  other: lines(
    ...counted(40).map((line, n) => (n === 3 || n === 12 || n === 35 ? `${line}!` : line)),
  ),
  near: lines(
    ...counted(40).map((line, n) => (n === 3 || n === 10 || n === 18 ? `${line}!` : line)),
  ),
  spaces: "a  b\tc\nd \n  e\nf\n",
  spaced: "a b c\nd\ne\nF\n",
  blank: "a\n\nb\nc\n",
  filled: "a\nb\n\n\nc\n",
  crlf: "a\r\nb\r\n",
  lf: "a\nb\n",
  binary: "a\0b\n",
  "binary.2": "a\0c\n",
  "f.c": `${source("one")}${source("two")}${source("three")}`,
  "g.c": `${source("one")}${source("two").replace("return b", "return 2 * b")}${source("three")}`,
  "utf8.1": "ä\nÉcole\n",
  "utf8.2": "ä\nécole\n",
  "old/x": "x\n",
  "old/only": "o\n",
  "old/sub/y": "y\n",
  "old/kind": "k\n",
  "new/x": "X\n",
  "new/sub/y": "y2\n",
  "new/sub/z": "z\n",
  "new/extra/deep": "d\n",
  "new/kind/in": "k\n",
  "new/obj.o": "o\n",
};

const LINES = [
  ..."a b|a same|open closed|closed open|empty a|a empty|long other|long near"
    .split("|")
    .flatMap((pair) =>
      ["", "-u ", "-c ", "-U 0 ", "-U1 ", "-C 1 ", "-q ", "-s "].map((how) => `diff ${how}${pair}`),
    ),
  "diff -u --label old --label new a b",
  "diff -u -L old a b",
  "diff -U 100 long near",
  "diff --unified=2 long other",
  "diff -U 6 long near",
  "diff -up f.c g.c",
  "diff -cp f.c g.c",
  "diff spaces spaced",
  "diff -b spaces spaced",
  "diff -w spaces spaced",
  "diff -Z spaces spaced",
  "diff -wi spaces spaced",
  "diff -i utf8.1 utf8.2",
  "diff -B blank filled",
  "diff -Bu blank filled",
  "diff -B a b",
  "diff crlf lf",
  "diff --strip-trailing-cr crlf lf",
  "diff binary binary.2",
  "diff -q binary binary.2",
  "diff -a binary binary.2",
  "diff binary binary",
  "diff old new",
  "diff -r old new",
  "diff -rq old new",
  "diff -ru old new",
  "diff -ruN old new",
  "diff -rN old absent",
  "diff -rN absent old",
  "diff -r old absent",
  "diff -r absent old",
  "diff -rN old new -x '*.o'",
  "diff -rs old old",
  "diff old/x new",
  "diff new a",
  "diff a absent",
  "diff absent other2",
  "diff -N a absent",
  "diff a",
  "diff",
  "diff a b same",
  "diff --nonsense a b",
  "diff -U x a b",
  "diff --color=never a b",
];

describe("diff", () => {
  const { gnu, virtual } = compare(
    LAYOUT,
    LINES.flatMap((line) => stepsOf(line)),
  );

  it.each(LINES.map((line, at) => [line, at] as const))("is GNU's: %s", (_, at) => {
    expect(withoutTimes(virtual[at])).toEqual(withoutTimes(gnu[at]));
  });

  it("reads standard input", () => {
    const compared = compare(LAYOUT, stepsOf("diff a -", "one\n"));
    expect(compared.virtual).toEqual(compared.gnu);
  });

  it("shows what GNU's shows of any two texts of few different lines", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "}", "  x"), { maxLength: 25 });
    const pair = fc.tuple(text, text);
    fc.assert(
      fc.property(fc.array(pair, { minLength: 20, maxLength: 20 }), (pairs) => {
        const layout = Object.fromEntries(
          pairs.flatMap(([old, now], at) => [
            [`${at}.old`, lines(...old)],
            [`${at}.new`, lines(...now)],
          ]),
        );
        const steps = pairs.flatMap((_, at) => stepsOf(`diff ${at}.old ${at}.new`));
        const found = compare(layout, steps);
        expect(found.virtual).toEqual(found.gnu);
      }),
      { numRuns: 10 },
    );
  });
});

/** Of directories that were made just now. */
const withoutTimes = (ran: unknown): unknown =>
  JSON.parse(JSON.stringify(ran).replace(/1970-01-01 00:00:00\.0+/g, "EPOCH"));
