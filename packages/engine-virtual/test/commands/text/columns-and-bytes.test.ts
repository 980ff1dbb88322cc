import { describe, expect, it } from "@jest/globals";

import type { Layout } from "../beside-gnu.ts";
import { compare, stepsOf } from "../beside-gnu.ts";

/** Each line is run by the machine's own tools and by the virtual ones; all that they say is the same. */
function itIsGnus(layout: Layout, lines: readonly string[], stdin: string): void {
  it.each(lines)("is GNU's: %s", (line) => {
    const { gnu, virtual } = compare(layout, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
}

const LAYOUT: Layout = {
  "u.txt": "a\na\nb\nB\nb\nc\nc\nc\n",
  "f.txt": "1 x a\n2 x a\n3 y b\n3 y c\n",
  "z.bin": "a\u0000a\u0000b\u0000",
  "c.csv": "name,age,city\nalice,30,paris\nno delimiter\n,,\nlast,1",
  "t.txt": "a\tb\tc\nx y\tz\n",
  "utf8.txt": "été,naïve\nplain\n",
  "d/": "",
};

describe("uniq", () => {
  itIsGnus(
    LAYOUT,
    [
      ...["", "-c", "-d", "-u", "-D", "-i", "-ci", "-di", "-cd", "-cu", "-du"].map(
        (options) => `uniq ${options} u.txt`,
      ),
      ...["none", "prepend", "separate", "x"].map((how) => `uniq --all-repeated=${how} u.txt`),
      ...["prepend", "append", "separate", "both", "x"].map((how) => `uniq --group=${how} u.txt`),
      ...["--group", "--group -c", "-Dc", "-f x", "-s x", "-w x", "--foo"].map(
        (options) => `uniq ${options} u.txt`,
      ),
      ...["-f 1", "-f 2", "-s 2", "-w 1", "-f 1 -s 1", "-f 1 -w 2", "-cf1", "-f 9"].map(
        (options) => `uniq ${options} f.txt`,
      ),
      "uniq -z z.bin",
      "uniq",
      "uniq -",
      "uniq u.txt out && cat out",
      "uniq a b c",
      "uniq -w x a b c",
      "uniq -c -D a b c",
      "uniq --group=x a b c",
      "uniq --group -c a b c",
      "uniq absent",
      "uniq d",
      "uniq u.txt d",
    ],
    "x\nx",
  );
});

describe("cut", () => {
  itIsGnus(
    LAYOUT,
    [
      ...[
        "-f1",
        "-f2-",
        "-f-2",
        "-f1,3",
        "-f3,1",
        "-f2 -s",
        "-f5",
        "-f1-2,2-3",
        "-f1 --complement",
      ].map((options) => `cut -d, ${options} c.csv`),
      ...["-c1", "-c1-3", "-b2-", "-c-2,4", "-c1,3-4 --output-delimiter=:", "-c2 --complement"].map(
        (options) => `cut ${options} c.csv`,
      ),
      "cut -d, -f1,2 --output-delimiter=' | ' c.csv",
      "cut -d ' ' -f 2 c.csv",
      "cut -f2 t.txt",
      "cut -f 1,2 t.txt",
      "cut -c1-2 utf8.txt",
      "cut -d, -f2 utf8.txt",
      "cut -z -c1 z.bin",
      "cut -d: -f1 -",
      "cut -d: -f2",
      "cut -d, -f1 absent c.csv",
      "cut -f1 d",
      "cut -d '' -f1 c.csv",
      ...[
        "-f x",
        "-d,",
        "-d ab -f1",
        "-f1 -c2",
        "-f0",
        "-c0",
        "-f3-1",
        "-c1 -d,",
        "-c1 -s",
        "-f -",
      ].map((options) => `cut ${options} c.csv`),
      ...["-f ''", "-f 1,", "-c a", "-f1-2-3", "-f1.5", "-c 1-2-3", "-x"].map(
        (options) => `cut ${options} c.csv`,
      ),
    ],
    "a:b\nc\n",
  );
});

const TEXT = "Hello, World!  aabbcc 123\n\ttab\\back\r\nété\n\n\nend [x] {y}\n";

describe("tr", () => {
  itIsGnus(
    {},
    [
      "tr a-z A-Z",
      "tr A-Z a-z",
      "tr '[:lower:]' '[:upper:]'",
      "tr '[:upper:]' '[:lower:]'",
      "tr '[:upper:][:lower:]' '[:lower:][:upper:]'",
      "tr '[a-z]' '[A-Z]'",
      "tr -d '\\r'",
      "tr -d '\\r\\n'",
      "tr -d '[:punct:]'",
      "tr -d a-z0-9",
      "tr -cd '[:alnum:]\\n'",
      "tr -dc 'a-zA-Z0-9'",
      "tr -C -d '[:print:]'",
      "tr -s ' '",
      "tr -s '\\n'",
      "tr -s a-z",
      "tr -s '[:space:]' '\\n'",
      "tr -cs '[:alpha:]' '\\n'",
      "tr -cs 'A-Za-z' '\\n'",
      "tr -ds 0-9 a-c",
      "tr -s a-c X",
      "tr ' ' '\\n'",
      "tr '\\n' ' '",
      "tr '\\n' '\\0'",
      "tr '\\n\\t' ',;'",
      "tr '\\\\' /",
      "tr '\\134' /",
      "tr abc x",
      "tr abc xy",
      "tr -t abc xy",
      "tr a-c '[x*]'",
      "tr a-e '[x*2]yz'",
      "tr a-e '[x*2][y*]'",
      "tr a-e '[x*010]'",
      "tr 'abc' '[=x=]yz'",
      "tr '[=a=]' X",
      "tr -- -a +b",
      "tr 'a-' 'x_'",
      "tr '[]{}' '()<>'",
      "tr -d '[]'",
      "tr é e",
      "tr -d '\\303\\251'",
      "tr '[:upper:]' x",
      "tr -c '\\n' x",
      "tr a-c-e xyz",
      "tr -d '[:cntrl:]'",
      "tr '[:blank:]' _",
      "tr",
      "tr a",
      "tr a b c",
      "tr z-a b",
      "tr a ''",
      "tr '' a",
      "tr '[:foo:]' b",
      "tr a '[:digit:]'",
      "tr '[:digit:]' '[:upper:]'",
      "tr A-Z '[:lower:]'",
      "tr -d a b",
      "tr -s",
      "tr -ds a",
      "tr '[=ab=]' b",
      "tr ab '[x*][y*]'",
      "tr -c '[:alpha:]' '[:upper:]'",
      "tr '[a*2]' b",
      "tr -x a",
    ],
    TEXT,
  );
});

describe("tee", () => {
  itIsGnus(
    LAYOUT,
    [
      "tee",
      "tee out && cat out",
      "tee one two && cat one two",
      "tee -a u.txt && cat u.txt",
      "tee --append new && cat new",
      "tee d",
      "tee d/x/y out && cat out",
      "tee -x",
      "tee -",
    ],
    "line\nno end",
  );
});
