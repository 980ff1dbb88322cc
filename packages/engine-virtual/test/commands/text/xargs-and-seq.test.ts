import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../../src/index.ts";
import { scratchFiles } from "../../files/scratch-files.ts";
import type { Layout } from "../beside-gnu.ts";
import { compare, stepsOf } from "../beside-gnu.ts";
import { runCommand } from "../run-command.ts";

const LAYOUT: Layout = { "in.txt": "from file\n", "a.txt": "A\n", "b.txt": "B\n" };

const XARGS: readonly (readonly [line: string, stdin: string])[] = [
  ["xargs", "a b\nc\n"],
  ["xargs echo x", "a\\ b \"c d\" e 'f g'\n"],
  ["xargs -n1", "a b  c\n\td\n"],
  ["xargs -n 2 echo", "1 2 3 4 5"],
  ["xargs -n1 echo", "a\\\nb c\n"],
  ["xargs -n1 echo", "a'b c'd\"e\"\n"],
  ["xargs -L1 echo", "a b\nc\n"],
  ["xargs -L 2 echo", "a b \nc\n\nd\ne"],
  ["xargs -l echo", "a b\nc\n"],
  ["xargs -l2 echo", "a b\nc\nd\n"],
  ["xargs -I{} echo '[{}]'", "  a b  \n\nc\n"],
  ["xargs -I % echo % x%x%", "a b\nc\n"],
  ["xargs -I{} echo {}", 'a b\n"c d" e\n'],
  ["xargs -I{} cat {}", "a.txt\nb.txt\n"],
  ["xargs -i echo {}x", "a b c\n"],
  ["xargs -i% echo %x", "a b c\n"],
  ["xargs --replace=@ echo @", "a\n"],
  ["xargs -n5 -P4 echo", "a b\n"],
  ["xargs -P0 echo", "a b\n"],
  ["xargs -0 -n1 echo", "a\0b c\0"],
  ["xargs -0 echo", "a\0\0b"],
  ["xargs -d , -n1 echo", "a,b,,c"],
  ["xargs -d '\\n' -n1 echo", "a b\n'c\n"],
  ["xargs -d '\\t' echo", "a\tb"],
  ["xargs -d '\\n' -I{} echo '<{}>'", "a b\nc\n"],
  ["xargs -d ab echo", "a"],
  ["xargs echo hi", ""],
  ["xargs -r echo hi", ""],
  ["xargs -r echo hi", "\n\n"],
  ["xargs -I{} echo hi", ""],
  ["xargs -t -n2 echo x", "a b c"],
  ["xargs -t -I{} echo 'x y' {}", "a b\n"],
  ["xargs -a in.txt echo", "stdin\n"],
  ["xargs -a absent echo", ""],
  ["xargs -E c echo", "a b c d"],
  ["xargs -e echo", "a b"],
  ["xargs -eb echo", "a b c"],
  ["xargs -s 10 echo", "a b c d"],
  ["xargs -s 10 echo", "aaaaaaaaaaaaa"],
  ["xargs -x -n 2 -s 8 echo", "a b c"],
  ["xargs -n1 false", "1 2"],
  ["xargs -n1 ls nofile-there", ""],
  ["xargs grep -l A", "a.txt b.txt"],
  ["xargs -n1 grep -l A", "a.txt b.txt"],
  ["xargs cat", "a.txt b.txt"],
  ["xargs -n1 cat -", "-"],
  ["xargs nosuchcommand", "a"],
  ["xargs -n1 awk 'BEGIN{exit 127}'", "a b"],
  ["xargs echo", "a 'b\n"],
  ["xargs echo", "it's\n"],
  ["xargs -k", ""],
  ["xargs -n", ""],
  ["xargs -n x echo", ""],
  ["xargs -n 0 echo", ""],
  ["xargs -L 0 echo", ""],
  ["xargs -P x echo", ""],
  ["xargs cat -n a.txt -E", "b.txt"],
  ["xargs -- echo", "b"],
];

describe("xargs", () => {
  it.each(XARGS)("is GNU's: %s < %j", (line, stdin) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });

  it("stops at status 255, and ends with 124", async () => {
    using sandbox = openVirtual();
    const line = "echo 1 2 | xargs -n1 bash -c 'echo $0; exit 255'; echo $?";
    expect((await sandbox.execute(line)).stdout).toBe("1\n124\n");
  });

  it("leaves nothing on standard input to what it runs, and knows no functions", async () => {
    using sandbox = openVirtual();
    const { stdout } = await sandbox.execute(
      "f() { echo F; }; printf 'a\\nb\\n' | xargs -n1 bash -c 'cat; echo $0'; echo x | xargs f; echo $?",
    );
    expect(stdout).toBe("a\nb\n127\n");
  });
});

const SEQ = [
  ...["3", "2 4", "1 2 9", "5 -2 1", "3 1", "0", "-1 1", "-3 -1", "5 1", "1 0 5", "10 -3 -5"],
  ...["0.1 0.1 0.5", "1 .25 2", "1 0.50 2", "1.0 2", "1 2.0", "1 0.3 2", "-0.5 0.5 1", "1e2 101"],
  ...[
    "0x1 3",
    "+1 3",
    "-w 8 10",
    "-w 9.5 10",
    "-w -5 5 5",
    "-w 1 0.5 3",
    "-w 0 100 300",
    "-w 9 0.25 10",
  ],
  ...["-s, 3", "-s '' 3", "-s ', ' 1 3", "-s: -w 8 11", "--separator=- 3", "-s , 3 1", "-ws, 9 10"],
  ...[
    "-f %g 3",
    "-f %05.1f 1 0.5 2",
    "-f '%%%g%%' 2",
    "-f a%03gb 2",
    "-f %-5gx 2",
    "-f %e 1",
    "-f %.3g 1.23456 2",
  ],
  ...[
    "-f %d 3",
    "-f %d x",
    "-f % 1 0 3",
    "-f %g x",
    "-f % -w 3",
    "-f %d",
    "-f % 1 2 3 4",
    "-f '%g%g' 3",
    "-f abc 3",
    "-f % 3",
    "-w -f %g 1 3",
    "--format=%.2f 2",
    "-f '%10.3fx' 2",
  ],
  ...[
    "",
    "1 2 3 4",
    "x",
    "1 1 nan",
    "- 3",
    "1 x",
    "-s",
    "-k",
    "10000000 10000001",
    "999999999999999999 1000000000000000001",
  ],
  ...["1 3 10", "-- -2 0", "-w -- -2 0", "-s, -- -1 1", "2 0.1 2.5", "1 1 1"],
].map((args) => `seq ${args}`.trim());

describe("seq", () => {
  it.each(SEQ)("is GNU's: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
    expect(virtual).toStrictEqual(gnu);
  });

  it("writes many numbers", () => {
    const { stdout } = runCommand(["seq", "100000"], { files: scratchFiles() });
    expect(stdout).toBe(Array.from({ length: 100_000 }, (_, at) => `${at + 1}\n`).join(""));
  });

  it("goes on for ever when it is told to, until nobody reads any more", async () => {
    using sandbox = openVirtual();
    expect((await sandbox.execute("seq 1 inf | tail -n +5000 | head -1")).stdout).toBe("5000\n");
  });
});
