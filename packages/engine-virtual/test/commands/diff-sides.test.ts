import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { compare, type Layout, stepsOf } from "./beside-gnu.ts";

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

const LAYOUT: Layout = {
  a: lines("one", "two", "three", "four", "five"),
  b: lines("one", "2", "three", "four", "five", "six"),
  c: lines("one", "", "three", "a line that is much longer than the column that it has to go to"),
  same: lines("one", "two", "three", "four", "five"),
  open: "one\ntwo",
  closed: "one\ntwo\n",
  wide: lines("äöü", "日本語のテキストです", "a\tb\tc", "x".repeat(70)),
  other: lines("aou", "日本語の本文です", "a\tb\td", `${"x".repeat(69)}y`),
  dots: lines(".", "a", ".", "."),
  empty: "",
  blank: lines("one", "", "two", "three", "four", "five"),
  "old/x": lines("x", "y"),
  "new/x": lines("x", "z"),
  binary: "a\0b\n",
};

const WAYS = [
  ...["-y", "-y -W 40", "-y -W 41", "-y -W80", "-y --width=20", "-y -W 10", "-y -W 3", "-y -W 1"],
  ...["-y -t", "-y -t -W 60", "-y --left-column", "-y --suppress-common-lines -W 60"],
  ...["--side-by-side -W 72 --suppress-common-lines --left-column", "-y -i", "-y -B -W 50"],
  ...["-y -w", "-e", "--ed", "-e -B", "-y -q", "-y -s", "-W 50"],
];

const PAIRS = [
  ...["a b", "b a", "a c", "c a", "a same", "open closed", "closed open", "open a", "a open"],
  ...["wide other", "other wide", "dots empty", "empty dots", "a dots", "dots a", "a blank"],
  ...["old new", "a binary", "empty empty", "a nowhere"],
];

describe("diff in columns and for ed", () => {
  it.each(WAYS)("is GNU's: diff %s", (way) => {
    const steps = PAIRS.flatMap((pair) => stepsOf(`diff ${way} ${pair}`));
    const { gnu, virtual } = compare(LAYOUT, steps);
    const named = (all: typeof gnu): unknown => all.map((ran, at) => ({ pair: PAIRS[at], ...ran }));
    expect(named(virtual)).toStrictEqual(named(gnu));
  });

  it.each(["diff -y -W x a b", "diff -y -W 0 a b", "diff -W", "diff -y -e a b", "diff -y -u a b"])(
    "refuses as GNU's: %s",
    (line) => {
      const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
      expect(virtual).toStrictEqual(gnu);
    },
  );

  it("shows what GNU's shows of any two texts", () => {
    const line = fc.stringMatching(/^[a-c\t.é ]{0,12}$/);
    const text = fc.array(line, { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 15, maxLength: 15 }), (pairs) => {
        const layout = Object.fromEntries(
          pairs.flatMap(([old, now], at) => [
            [`${at}.old`, lines(...old)],
            [`${at}.new`, lines(...now)],
          ]),
        );
        const steps = pairs.flatMap((_, at) =>
          ["-y -W 33", "-e"].flatMap((way) => stepsOf(`diff ${way} ${at}.old ${at}.new`)),
        );
        const found = compare(layout, steps);
        expect(found.virtual).toEqual(found.gnu);
      }),
      { numRuns: 10 },
    );
  });
});
