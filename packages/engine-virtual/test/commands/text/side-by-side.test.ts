import { describe, expect, it } from "@jest/globals";

import type { Layout } from "../beside-gnu.ts";
import { compare, stepsOf } from "../beside-gnu.ts";

const LAYOUT: Layout = {
  "a.txt": "a 1 x\nb 2 y\nd 4 z\n",
  "b.txt": "a one\nb two\nb zwei\nc three\n",
  "a.csv": "id,name\n1,alice\n2,bob\n",
  "b.csv": "id,age\n1,30\n3,40\n",
  "odd.txt": "b 1\na 2\n",
  "case.txt": "A x\nB y\n",
  "blank.txt": "one\n\n\ntwo\n  \nthree\n",
  "sections.txt": "a\n\\:\\:\\:\nh\n\\:\\:\nb\n\\:\nf\n",
  "text.txt": "The quick brown fox jumps over the lazy dog\nabc\tdef\tghi\nshort\n\na\bb\rc\n",
  "wide.txt": "averyveryverylongwordwithoutanyblank and more\n",
  "tabs.txt": "a\tb\tc\n\tx\ty\n  \tz\n",
  "spaces.txt": "        a       b  c\n    x   y\n a b       c\n\t  \tq\n",
  "utf8.txt": "été naïve\nœuvre\n",
  "cut.txt": "a\nb\nc",
  "seps.txt": "a,b,c\n",
  "digits.txt": "a1b22c\n",
  "z.bin": "a\u0000b\u0000",
  "d/": "",
};

function itIsGnus(lines: readonly string[], stdin = "x 1\ny 2\n"): void {
  it.each(lines)("is GNU's: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
}

const each = (name: string, args: readonly string[]): readonly string[] =>
  args.map((one) => `${name} ${one}`.trim());

describe("nl", () => {
  itIsGnus([
    ...each("nl", [
      ...[
        "blank.txt",
        "-ba blank.txt",
        "-bt blank.txt",
        "-bn blank.txt",
        "-bpo blank.txt",
        "-b p^t blank.txt",
      ],
      ...[
        "-w 3 -s ': ' blank.txt",
        "-n ln blank.txt",
        "-n rz -w4 blank.txt",
        "-n rn blank.txt",
        "-s '' cut.txt",
      ],
      ...[
        "-v 10 -i 5 blank.txt",
        "-v -3 -n rz cut.txt",
        "-ba -l 2 blank.txt",
        "sections.txt",
        "-ha -fa sections.txt",
      ],
      ...[
        "-p -ha -fa sections.txt",
        "-ba -d XY sections.txt",
        "cut.txt blank.txt",
        "",
        "-",
        "absent",
        "d",
      ],
      ...["-b x cut.txt", "-n zz cut.txt", "-w 0 cut.txt", "-w x cut.txt", "-k"],
    ]),
  ]);
});

describe("paste", () => {
  itIsGnus([
    ...each("paste", [
      ...[
        "a.txt b.txt",
        "-d, a.txt b.txt cut.txt",
        "-d ',;' a.txt b.txt cut.txt",
        "-s a.txt b.txt",
        "-sd, cut.txt",
      ],
      ...[
        "-sd ',\\n' cut.txt",
        "-sd+ -",
        "-d, - -",
        "- - -",
        "-",
        "",
        "-d '\\0' a.txt b.txt",
        "-d '\\t\\\\' a.txt b.txt cut.txt",
      ],
      ...[
        "-d '\\q' - -",
        "-d '' a.txt b.txt",
        "-z z.bin z.bin",
        "a.txt absent",
        "-s absent a.txt",
        "-d '\\' a.txt",
        "-k",
      ],
    ]),
  ]);
});

describe("join", () => {
  itIsGnus([
    ...each("join", [
      ...[
        "a.txt b.txt",
        "-a1 a.txt b.txt",
        "-a 2 a.txt b.txt",
        "-a1 -a2 a.txt b.txt",
        "-v1 a.txt b.txt",
        "-v2 a.txt b.txt",
      ],
      ...[
        "-v1 -v2 a.txt b.txt",
        "-o 1.1,2.2 a.txt b.txt",
        "-o 0,1.3,2.2 -a1 -a2 -e NONE a.txt b.txt",
        "-o auto -a1 -a2 -e - a.txt b.txt",
      ],
      ...[
        "-o 1.2 -o 2.1 a.txt b.txt",
        "-o '1.1 2.2' a.txt b.txt",
        "-o 1.9 a.txt b.txt",
        "-e X -a1 a.txt b.txt",
      ],
      ...[
        "-t, a.csv b.csv",
        "-t, --header a.csv b.csv",
        "-t, --header -a1 a.csv b.csv",
        "-t , -1 1 -2 1 a.csv b.csv",
      ],
      ...[
        "-1 2 -2 1 a.txt b.txt",
        "-j 1 a.txt b.txt",
        "-j1 a.txt b.txt",
        "-i case.txt b.txt",
        "-i -a1 case.txt b.txt",
        "case.txt b.txt",
      ],
      ...[
        "odd.txt a.txt",
        "--check-order odd.txt a.txt",
        "--nocheck-order odd.txt a.txt",
        "a.txt odd.txt",
        "-a1 odd.txt b.txt",
      ],
      ...[
        "-t '' a.txt a.txt",
        "-z z.bin z.bin",
        "- a.txt",
        "a.txt d/none",
        "absent a.txt",
        "a.txt",
        "",
        "-t ab a.txt b.txt",
      ],
      ...[
        "-1 0 a.txt b.txt",
        "-1 x a.txt b.txt",
        "-o 1.x a.txt b.txt",
        "-o x a.txt b.txt",
        "-o 3.1 a.txt b.txt",
        "-a 3 a.txt b.txt",
      ],
      ...["-j1 -2 2 a.txt b.txt", "- -", "-k a b"],
    ]),
  ]);
});

describe("comm", () => {
  itIsGnus([
    ...each("comm", [
      ...[
        "a.txt b.txt",
        "cut.txt seps.txt",
        "-12 cut.txt cut.txt",
        "-1 cut.txt seps.txt",
        "-2 cut.txt seps.txt",
        "-3 cut.txt seps.txt",
      ],
      ...[
        "-23 cut.txt seps.txt",
        "-13 cut.txt seps.txt",
        "-123 cut.txt cut.txt",
        "--total cut.txt seps.txt",
        "--total -123 cut.txt cut.txt",
      ],
      ...[
        "--output-delimiter=, cut.txt seps.txt",
        "--output-delimiter '' cut.txt cut.txt",
        "-z z.bin z.bin",
        "- cut.txt",
      ],
      ...[
        "odd.txt a.txt",
        "a.txt odd.txt",
        "--check-order odd.txt a.txt",
        "--nocheck-order odd.txt a.txt",
      ],
      ...[
        "a.txt",
        "",
        "a b c",
        "absent a.txt",
        "--output-delimiter=, --output-delimiter=. a.txt a.txt",
        "-k",
      ],
    ]),
  ]);
});

describe("fold", () => {
  itIsGnus([
    ...each("fold", [
      ...[
        "-w 10 text.txt",
        "-s -w 10 text.txt",
        "-sw 12 text.txt",
        "-b -w 10 text.txt",
        "-bs -w 10 text.txt",
        "-10 text.txt",
      ],
      ...[
        "-w 10 wide.txt",
        "-sw 10 wide.txt",
        "-w 1 cut.txt",
        "-w 4 text.txt",
        "-s -w 4 text.txt",
        "text.txt",
        "-w 4 utf8.txt",
      ],
      ...["", "-w 3 -", "-w x text.txt", "-w 0 text.txt", "absent", "d", "-k"],
    ]),
  ]);
});

describe("expand and unexpand", () => {
  itIsGnus([
    ...each("expand", [
      ...[
        "tabs.txt",
        "-t 4 tabs.txt",
        "-t4 tabs.txt",
        "-4 tabs.txt",
        "-i tabs.txt",
        "-i -t 2 tabs.txt",
        "-t 2,5 tabs.txt",
      ],
      ...[
        "-t '2 5' tabs.txt",
        "-t 2,/4 tabs.txt",
        "-t 2,+4 tabs.txt",
        "text.txt",
        "",
        "cut.txt",
        "-t x tabs.txt",
        "-t 0 tabs.txt",
      ],
      ...["-t 4,2 tabs.txt", "absent", "d", "-k"],
    ]),
    ...each("unexpand", [
      ...[
        "spaces.txt",
        "-a spaces.txt",
        "-t 4 spaces.txt",
        "-t 2 spaces.txt",
        "--first-only -t 4 spaces.txt",
        "-a tabs.txt",
      ],
      ...["-t 2,5 spaces.txt", "text.txt", "-a text.txt", "", "absent", "-t x spaces.txt"],
    ]),
  ]);
});

describe("rev and tac", () => {
  itIsGnus([
    ...each("rev", ["cut.txt", "utf8.txt", "text.txt", "", "-k", "cut.txt utf8.txt"]),
    ...each("tac", [
      ...[
        "cut.txt",
        "text.txt",
        "blank.txt",
        "cut.txt text.txt",
        "",
        "-",
        "-s , seps.txt",
        "-b -s , seps.txt",
        "-b cut.txt",
      ],
      ...[
        "-r -s '[0-9]' digits.txt",
        "-s 22 digits.txt",
        "-s b cut.txt",
        "-s '' z.bin",
        "absent cut.txt",
        "d",
        "-s",
        "-k",
      ],
    ]),
  ]);
});
