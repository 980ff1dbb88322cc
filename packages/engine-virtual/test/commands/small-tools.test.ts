import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import { FILE_LAYOUT } from "./file-layout.ts";

/** What is run, and what it reads. */
type Line = readonly [line: string, stdin?: string];

const SHOWN: readonly Line[] = [
  ["strings README.md tabs.txt"],
  ["strings nope"],
  ["strings src"],
  ["strings -t x README.md"],
  ["strings -o tabs.txt big"],
  ["strings -f -t d README.md empty"],
  ["strings -n 0 README.md"],
  ["strings -3 tabs.txt"],
  ["strings -s '|' README.md"],
  ["strings -w README.md"],
  ["strings -e S tabs.txt -n1"],
  ["strings -n 6", "abc\u0000defghijk\u0000\thij\n\u0001wxyz\n"],
  ["strings -f", "abc\u0000defg\u0000\thij\n\u0001wxyz\n"],
  ["strings --bytes=2 tabs.txt nope README.md"],
  ["less nope"],
  ["less src"],
  ["less README.md log.txt"],
  ["less -N README.md"],
  ["less +G README.md"],
  ["less -RSX README.md nope"],
  ["less", "x\ny"],
  ["more README.md log.txt"],
  ["more nope"],
  ["more src"],
  ["more README.md nope"],
  ["more -n 5 +2 README.md"],
  ["more -5 README.md"],
  ["more", "x\ny"],
];

const SUMS: readonly Line[] = [
  ["shasum README.md nope src"],
  ["shasum -a 256 README.md"],
  ["shasum -a 7 README.md"],
  ["shasum -b README.md"],
  ["shasum --tag README.md"],
  ["shasum", "hi\n"],
  ["shasum -c README.md"],
  ["shasum -c -", "0000000000000000000000000000000000000000  README.md\n"],
  ["shasum -c", "0000000000000000000000000000000000000000  README.md\njunk\n"],
  ["shasum -w -c", "0000000000000000000000000000000000000000  README.md\njunk\n"],
  ["shasum -s -c", "0000000000000000000000000000000000000000  README.md\n"],
  ["shasum -c", "0000000000000000000000000000000000000000  nope\n"],
  ["shasum -a 512 README.md"],
  ["shasum -a 384 -c", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty\n"],
];

const OPTIONS: readonly Line[] = [
  [
    "getopt -o ab:c:: --long alpha,beta:,gamma:: -n prog -- -a -b x -cy --alpha --beta=z --gamma --gamma=q rest -- more",
  ],
  ["getopt -o ab: -- -x -b"],
  ["getopt -l foo -- --fo --bar it"],
  ["getopt -l foo -o x -- --fo --bar=1 --foo=3"],
  ["getopt ab: -a x -b 'y z'"],
  ["getopt"],
  ["getopt -T"],
  ["getopt -o a -u -- -a 'x y'"],
  ["getopt -o +a -- x -a"],
  ["getopt -o -a -- x -a y"],
  ["getopt -q -o a -- -z"],
  ["getopt -Q -o a -- -z"],
  ["getopt -a -l foo,bar -o b -- -foo -b -bar"],
  ["getopt -o a -s zsh -- -a"],
  ["getopt -o a -n"],
  ["getopt -o a: -l aa,ab -- --a"],
  ["getopt --nope"],
  ["getopt -o a: -l aa: -- --aa"],
  ["getopt -o a -- -a x -- -b"],
  ["getopt -l 'foo bar' -o x -- --foo --bar"],
  ["getopt -o a:: -- -a b -ab"],
  ["getopt -o a"],
  ["getopt -o hv --long help,verbose -n s -- -hv --verb file"],
  ["getopt --options=ab: --longoptions=x --name=n -- -b 1 -a --x y"],
  ["POSIXLY_CORRECT=1 getopt -o a -- x -a"],
  ["getopt -o a: -- -a -- -a x -"],
  ["getopt -u -o a: a -a 'x y'"],
];

const VALUES: readonly Line[] = [
  ["envsubst", 'x $V ${V} $VV ${V:-d} $$V ${} $1 ${W}\\$V "$V" $\n${V'],
  ["V=val envsubst", 'x $V ${V} $VV ${V:-d} $$V ${} $1 ${W}\\$V "$V" $\n${V'],
  ["V=val W=é envsubst '$V'", "$V $W ${W}\n"],
  ["V=val W=é envsubst", "$V $W ${W}\n"],
  ["envsubst 'V W'", "$V $W\n"],
  ["envsubst -v '$V ${W} x $V'"],
  ["envsubst a b"],
  ["envsubst --nope"],
  ["envsubst -v"],
];

const FOUND: readonly Line[] = [
  ["factor 12 97 1 0 18446744073709551617 360 x"],
  ["factor -3"],
  ["factor +5 ' 7' 007 1000003 1000000016000000063 10000600009"],
  ["factor", "10 20\nabc 1.5\n\n6"],
  ["factor 170141183460469231731687303715884105727 1000000000000000000000000000057"],
  ["factor --nope"],
  ["factor ''"],
  ["factor 99999999 100000000 9999999967 4 9 25"],
  ["gzip -k README.md && zgrep hello README.md.gz README.md"],
  ["gzip -k README.md && zgrep -n l README.md.gz"],
  ["gzip -k README.md && zgrep -c hello README.md.gz log.txt"],
  ["gzip -k README.md && zgrep -l hello README.md.gz log.txt"],
  ["gzip -k README.md && zgrep -h hello README.md.gz README.md"],
  ["gzip -k README.md && zgrep -e hello -H README.md.gz"],
  ["gzip -k README.md && zgrep -i -A1 HELLO README.md.gz log.txt"],
  ["gzip -k README.md && zgrep -q hello README.md.gz"],
  ["gzip -k README.md && zgrep nope README.md.gz"],
  ["zgrep hello nope.gz"],
  ["zgrep hello", "hello x\n"],
  ["zgrep -L hello README.md log.txt"],
  ["zgrep -1 hello README.md"],
  ["zgrep -m1 -o --color=always l README.md"],
];

describe.each([
  ["strings, less and more", SHOWN],
  ["shasum", SUMS],
  ["getopt", OPTIONS],
  ["envsubst", VALUES],
  ["factor and zgrep", FOUND],
] as const)("%s", (_, lines) => {
  it.each(lines.map(([line, stdin = ""]) => ({ line, stdin })))(
    "is the real one's: $line",
    ({ line, stdin }) => {
      const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line, stdin));
      expect(virtual).toStrictEqual(gnu);
    },
  );
});
