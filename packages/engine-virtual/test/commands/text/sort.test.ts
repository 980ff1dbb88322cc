import { describe, expect, it } from "@jest/globals";

import { scratchFiles } from "../../files/scratch-files.ts";
import type { Layout } from "../beside-gnu.ts";
import { compare, stepsOf } from "../beside-gnu.ts";
import { runCommand } from "../run-command.ts";

/** Each line is run by the machine's own tools and by the virtual ones; all that they say is the same. */
function itIsGnus(layout: Layout, lines: readonly string[], stdin: string): void {
  it.each(lines)("is GNU's: %s", (line) => {
    const { gnu, virtual } = compare(layout, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
}

const LAYOUT: Layout = {
  "n.txt": "10\n9\n100\n1\n10\n2\n-3\n 4\n1.5\n1.50\n+7\nx\n\n007\n-0\n",
  "w.txt": "banana\nApple\ncherry\napple\nBanana\n_x\n.hidden\nb-a\nba\nb c\n",
  "c.csv": "name,age,city\nalice,30,paris\nbob,25,london\ncarol,35,berlin\ndave,25,paris\n",
  "h.txt": "1K\n2M\n10\n1.5G\n900\n-1K\n0\n3k\n1T\n",
  "v.txt":
    "v1.10\nv1.9\nv1.2.3\nv1.2\nfile10.txt\nfile9.txt\nfile1.tar.gz\na~\na\n1.0-rc1\n1.0\n.x\n",
  "m.txt": "Mar 3\njan 2\nDec 1\nFEB 9\nfoo\n",
  "g.txt": "1e3\n2\n1e-2\n-inf\ninf\nnan\nabc\n0x10\n.5\n",
  "b.txt": "  b 2\na   1\n c 3\nb 10\n\tz 0\n",
  "z.bin": "b\u0000a\u0000c",
  "cut.txt": "b\na",
  "u.txt": "été\nzoo\neta\nÉté\n",
  "s1.txt": "a 1\nc 3\n",
  "s2.txt": "b 2\nc 3\nd 4\n",
  "names.bin": "n.txt\u0000cut.txt\u0000",
  "d/": "",
};

describe("sort", () => {
  itIsGnus(
    LAYOUT,
    [
      ...["", "-r", "-n", "-rn", "-u", "-nu", "-g", "-h", "-V", "-s", "-b", "-nr -s"].map(
        (options) => `sort ${options} n.txt`,
      ),
      ...[
        "",
        "-f",
        "-fu",
        "-d",
        "-df",
        "-i",
        "-r",
        "-fr",
        "-fs",
        "-bf",
        "-V",
        "-M",
        "--ignore-case",
      ].map((options) => `sort ${options} w.txt`),
      ...[
        "-k2",
        "-k2,2",
        "-k2n",
        "-k2,2n -k1,1r",
        "-k3,3 -k2,2nr",
        "-k1.2",
        "-k1.2,1.3",
        "-k3 -u",
      ].map((options) => `sort -t, ${options} c.csv`),
      ...[
        "-k2 -t,",
        "-t , -k 2,2n -k 3,3",
        "-t, -k2,2 -s",
        "-t, -k2,2 -r",
        "-t, -nk2",
        "-t, -rnk2,2",
      ].map((options) => `sort ${options} c.csv`),
      ...["", "-b", "-k1", "-k1b", "-k2", "-k2n", "-k2b,2", "-k1,1b", "-k1.2b", "-b -k1.2,1.3"].map(
        (options) => `sort ${options} b.txt`,
      ),
      "sort -h h.txt",
      "sort -rh h.txt",
      "sort --human-numeric-sort h.txt",
      "sort --sort=human-numeric h.txt",
      "sort -V v.txt",
      "sort -rV v.txt",
      "sort -M m.txt",
      "sort -k1,1M -k2,2n m.txt",
      "sort -g g.txt",
      "sort -n g.txt",
      "sort -z z.bin",
      "sort cut.txt n.txt",
      "sort u.txt",
      "sort -f u.txt",
      "sort -",
      "sort - cut.txt",
      "sort",
      "sort -m s1.txt s2.txt",
      "sort -mu s1.txt s2.txt",
      "sort -m -k2,2n s1.txt s2.txt",
      "sort -c n.txt",
      "sort -c s1.txt",
      "sort -cn cut.txt",
      "sort -cu s1.txt",
      "sort -c -k2,2nr s1.txt",
      "sort --check=quiet n.txt",
      "sort -C n.txt",
      "sort -c",
      "sort -o out cut.txt && cat out",
      "sort cut.txt -o cut.txt && cat cut.txt",
      "sort --output=out -r cut.txt && cat out",
      "sort --parallel=4 -S 1M -T /tmp cut.txt",
      "sort --files0-from=names.bin",
      "sort --files0-from=names.bin x",
      "sort --files0-from=absent",
      "sort absent cut.txt",
      "sort d",
      "sort -o d/x/y cut.txt",
      "sort -k0 cut.txt",
      "sort -kx cut.txt",
      "sort -k1,x cut.txt",
      "sort -k1.0 cut.txt",
      "sort -k1x cut.txt",
      "sort -k1.x cut.txt",
      "sort -k1,0 cut.txt",
      "sort -t ab cut.txt",
      "sort -t '' cut.txt",
      "sort -nd cut.txt",
      "sort -nM cut.txt",
      "sort -k1nd cut.txt",
      "sort -t a -t b cut.txt",
      "sort -c cut.txt n.txt",
      "sort -c -o x cut.txt",
      "sort --sort=foo cut.txt",
      "sort --check=foo cut.txt",
      "sort --parallel=0 cut.txt",
      "sort -x cut.txt",
      "sort -k",
    ],
    "b\na\n",
  );

  it("keeps equal lines together when it shuffles", () => {
    const stdin = "a\nb\na\nc\nb\na\n";
    const { stdout } = runCommand(["sort", "-R"], { files: scratchFiles(), stdin });
    expect(stdout.split("\n").sort()).toStrictEqual(stdin.split("\n").sort());
    expect(stdout).toContain("a\na\na\n");
  });

  it("sorts more lines than one run holds", () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => (index * 7_919) % 20_011);
    const stdin = numbers.map((number) => `${number}\n`).join("");
    const { stdout } = runCommand(["sort", "-n"], { files: scratchFiles(), stdin });
    const sorted = numbers.toSorted((left, right) => left - right);
    expect(stdout).toBe(sorted.map((number) => `${number}\n`).join(""));
  });
});
