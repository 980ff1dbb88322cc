import { describe, expect, it } from "@jest/globals";

import type { Layout } from "../beside-gnu.ts";
import { compare, stepsOf } from "../beside-gnu.ts";

const LAYOUT: Layout = {
  "a.txt": "a 1 x\nb 2 y\nd 4 z\n",
  "b.txt": "a one\nb two\nb zwei\nc three\n",
  "a.csv": "id,name\n1,alice\n2,bob\n",
  "blank.txt": "one\n\n\ntwo\n  \nthree\n",
  "utf8.txt": "été naïve\nœuvre\n",
  "cut.txt": "a\nb\nc",
};

function itIsGnus(lines: readonly string[], stdin = "x 1\ny 2\n"): void {
  it.each(lines)("is GNU's: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
}

const each = (name: string, args: readonly string[]): readonly string[] =>
  args.map((one) => `${name} ${one}`.trim());

describe("column", () => {
  itIsGnus(
    [
      ...each("column", [
        ...[
          "-t a.txt",
          "-t -s, a.csv",
          "-ts, a.csv",
          "-t -s, -o '|' a.csv",
          "-t -s ,: a.csv",
          "-t blank.txt",
          "-t -L blank.txt",
        ],
        ...[
          "-t -N A,B,C a.txt",
          "-t -N A,B,C -R 2 a.txt",
          "-t -R B -N A,B a.txt",
          "-t utf8.txt",
          "-t",
          "cut.txt",
        ],
        ...[
          "-c 20 blank.txt",
          "-x -c 20 blank.txt",
          "-c 30 b.txt",
          "blank.txt",
          "-c x a.txt",
          "-t a.txt a.csv",
          "-k",
        ],
      ]),
    ],
    "a b\nlong c\n",
  );

  it("lists many entries in columns", () => {
    const stdin = Array.from({ length: 25 }, (_, index) => `${index}\n`).join("");
    for (const line of ["column", "column -c 40", "column -x -c 40", "column -x"]) {
      const { gnu, virtual } = compare({}, stepsOf(line, stdin));
      expect(virtual).toStrictEqual(gnu);
    }
  });
});

const EXPRESSIONS = [
  ...[
    "3 + 4",
    "10 - 3 - 2",
    "2 * 3",
    "7 / 2",
    "-7 / 2",
    "-7 % 3",
    "1 + 2 * 3",
    "( 1 + 2 ) * 3",
    "99999999999999999999 + 1",
  ],
  ...["1 = 1", "1 == 2", "a != b", "abc < abd", "10 < 9", "10 >= 9", "a <= a", "b > a", "1 = 01"],
  ...[
    "0 | 5",
    "'' | b",
    "0 | ''",
    "1 & 2",
    "0 & 2",
    "a & ''",
    "1 < 2 & 3",
    "0",
    "''",
    "00",
    "-0",
    "-",
    "abc",
  ],
  ...[
    "length hello",
    "length été",
    "substr hello 2 3",
    "substr hello 0 3",
    "substr hello 2 99",
    "substr été 1 2",
    "index hello lo",
  ],
  ...[
    "index hello z",
    "match hello hel",
    "hello : 'h\\(.*\\)o'",
    "hello : hel",
    "hello : x",
    "hello : '\\(x\\)'",
    "hello : 'h.*'",
  ],
  ...[
    "abc : 'b'",
    "abc : 'x\\|ab'",
    "+ length",
    "length + length",
    "length : l",
    "1 + 1 : 2",
    "-- 1 + 1",
    "08 + 1",
  ],
  ...[
    "",
    "1 +",
    "1 + 2 3",
    "a + 1",
    "1 / 0",
    "1 % 0",
    "( 1",
    ")",
    "( 1 x",
    "2 '**' 3",
    "5 : '\\('",
    "' 1' + 1",
    "1 -1",
    "length",
  ],
];

describe("expr", () => {
  itIsGnus(each("expr", EXPRESSIONS));
});
