import { describe, expect, it } from "@jest/globals";

import { scratchFiles } from "../files/scratch-files.ts";
import type { Layout } from "./beside-gnu.ts";
import { compare, stepsOf } from "./beside-gnu.ts";
import { runCommand } from "./run-command.ts";

const LAYOUT: Layout = {
  "log.txt":
    "2024-01-01 ERROR db failed\n2024-01-01 INFO ok\n2024-01-02 WARN slow\n2024-01-02 ERROR net down\n2024-01-03 INFO ok\n",
  "words.txt": "the quick brown fox\njumps over the lazy dog\n\nthe end\n",
  "data.csv": "name,age,city\nalice,30,paris\nbob,25,london\n",
  "crlf.txt": "one\r\ntwo\r\n",
  "nonl.txt": "no newline",
  "utf8.txt": "été\nœuvre naïve\nplain\n",
  "odd.txt": "a*b\na+b\n(x)\n[y]\na{1}\nback\\slash\n^top$\naa\nabab\n",
  "bin.dat": "text foo\u0000more\nfoo\n",
  "src/app.js": "const x = 1;\nfunction foo() {\n  return x;\n}\n",
  "src/util.js": "// TODO: refactor\n",
  "src/lib/deep.ts": "export class Foo {} // TODO\n",
  "src/lib/deep.md": "TODO\n",
  patterns: "ERROR\nWARN\n",
  none: "",
};

const LINES = [
  "grep -A x '(' log.txt",
  "grep -A x -A 1 ERROR log.txt",
  "grep -m x -A y ERROR log.txt",
  "grep --binary-files=x '*[' log.txt",
  "grep ERROR log.txt",
  "grep -n ERROR log.txt",
  "grep -c ERROR log.txt words.txt",
  "grep -v INFO log.txt",
  "grep -vn the words.txt",
  "grep -vc the words.txt",
  "grep -i error log.txt",
  "grep -l TODO src/app.js src/util.js",
  "grep -L TODO src/app.js src/util.js",
  "grep -o '[0-9]*' log.txt",
  "grep -on 'o' words.txt",
  "grep -ob 'the' words.txt",
  "grep -b the words.txt",
  "grep -w ok log.txt",
  "grep -w o log.txt",
  "grep -w 'ab*' odd.txt",
  "grep -x 'the end' words.txt",
  "grep -x the words.txt",
  "grep -q ERROR log.txt",
  "grep -q absent log.txt",
  "grep -q ERROR absent log.txt",
  "grep nomatch log.txt absent",
  "grep -s nomatch log.txt absent",
  "grep x src",
  "grep -d skip x src",
  "grep -h ok log.txt words.txt",
  "grep -H ok log.txt",
  "grep -m 1 ERROR log.txt",
  "grep -m 1 -A 2 ERROR log.txt",
  "grep -m 0 ERROR log.txt",
  "grep -A1 WARN log.txt",
  "grep -B1 WARN log.txt",
  "grep -C1 net log.txt",
  "grep -1 net log.txt",
  "grep -n -C1 ERROR log.txt words.txt",
  "grep -A1 ERROR log.txt",
  "grep -A1 -e fox -e end words.txt",
  "grep -B1 -A1 -e fox -e end words.txt log.txt",
  "grep --no-group-separator -A1 fox words.txt words.txt",
  "grep --group-separator=XX -A0 -e ERROR log.txt",
  "grep -vA1 ERROR log.txt",
  "grep -E 'ERROR|WARN' log.txt",
  "egrep 'fox|dog' words.txt",
  "fgrep 'a*b' odd.txt",
  "grep -F -e '(x)' -e '[y]' odd.txt",
  "grep -e ERROR -e WARN log.txt",
  "grep -f patterns log.txt",
  "grep -f none log.txt",
  "grep -vf none log.txt",
  "grep -f absent log.txt",
  "grep 'ERROR\\|WARN' log.txt",
  "grep -E '(a)\\1' odd.txt",
  "grep '\\(ab\\)\\1' odd.txt",
  "grep -E -e '(b)x' -e '(a)\\1' odd.txt",
  "grep 'a\\+b' odd.txt",
  "grep 'a*b' odd.txt",
  "grep '*b' odd.txt",
  "grep -E 'a{1}' odd.txt",
  "grep -E 'a{1' odd.txt",
  "grep -E 'a\\{1' odd.txt",
  "grep 'a\\{2\\}' odd.txt",
  "grep -E '^(..)*$' odd.txt",
  "grep '^^' odd.txt",
  "grep '\\^' odd.txt",
  "grep '[$]$' odd.txt",
  "grep 'p$' odd.txt",
  "grep 'a^' odd.txt",
  "grep '$a' odd.txt",
  "grep '[]y]' odd.txt",
  "grep '[^]a-z]' odd.txt",
  "grep '[a\\]' odd.txt",
  "grep '[[:digit:]]' odd.txt",
  "grep '[[:upper:]][[:lower:]]' src/lib/deep.ts",
  "grep '\\bfox\\b' words.txt",
  "grep '\\<the\\>' words.txt",
  "grep '\\w\\W\\w' words.txt",
  "grep -E '\\s{2}' src/app.js",
  "grep '' none",
  "grep '' words.txt",
  "grep -c '' nonl.txt words.txt none",
  "grep -zc '' nonl.txt words.txt",
  "grep -Ic '' bin.dat",
  "grep -c '' bin.dat",
  "grep -ac '' bin.dat",
  "grep '^$' words.txt",
  "grep -n '^' nonl.txt",
  "grep 'one$' crlf.txt",
  "grep -c . utf8.txt",
  "grep '^.t.$' utf8.txt",
  "grep -o 'na.ve' utf8.txt",
  "grep -i 'ÉTÉ' utf8.txt",
  "grep -io 'Œ' utf8.txt",
  "grep '[é]' utf8.txt",
  "grep '[[:alpha:]]*ï' utf8.txt",
  "grep -oE 'ab|abab' odd.txt",
  "grep -oE '(a|ab)(c|bab)?' odd.txt",
  "grep -oP 'ab|abab' odd.txt",
  "grep -oP '\\d{4}(?=-)' log.txt",
  "grep -P 'foo(?=\\()' src/app.js",
  "grep -oP '(?<=,)\\w+$' data.csv",
  "grep -P '^\\S+\\s+ERROR' log.txt",
  "grep -oP '(?i)error' log.txt",
  "grep -oP '^\\S+ \\K\\w+' log.txt",
  "grep -oP '(\\d+)-(\\d+)-\\K(\\d+)' log.txt",
  "grep -onbP ',\\K[^,]+$' data.csv",
  "grep -oP '.*[|(]*,\\K[a-z]+' data.csv",
  "grep -cP 'o\\Ko' log.txt",
  "grep -oP 'o\\K' log.txt",
  "grep -oP '(?i)ERROR \\K(db|net)' log.txt",
  "grep -P 'a(?!l)' data.csv",
  "grep -P '[\\D]' nonl.txt",
  "grep -P '^\\w+?,(\\d)' data.csv",
  "grep -P '(' data.csv",
  "grep -rn TODO .",
  "grep -rn TODO src",
  "grep -r TODO",
  "grep -rl TODO src",
  "grep -rc TODO src/lib",
  "grep -rn TODO --include=*.js .",
  "grep -rn TODO --exclude=*.js src",
  "grep -rn TODO --exclude-dir=lib src",
  "grep -rh TODO src",
  "grep -r TODO src/util.js",
  "grep -rZl TODO src/lib",
  "grep foo bin.dat",
  "grep -a foo bin.dat",
  "grep -c foo bin.dat",
  "grep -I foo bin.dat",
  "grep -z foo bin.dat",
  "grep -q foo bin.dat",
  "grep '[a' log.txt",
  "grep 'a\\{1' log.txt",
  "grep '[[:foo:]]' log.txt",
  "grep '[:space:]' log.txt",
  "grep -E '(' log.txt",
  "grep -E ')' odd.txt",
  "grep '\\)' log.txt",
  "grep 'a\\' log.txt",
  "grep -E 'a{2,1}' log.txt",
  "grep '[b-a]' log.txt",
  "grep '\\1' log.txt",
  "grep",
  "grep -k x",
  "grep --nonsense x",
  "grep -A x y log.txt",
  "grep -m x y log.txt",
  "grep -e a -e b -P log.txt",
  "grep --color=never x src/app.js",
  "grep --colour=auto x src/app.js",
  "grep -- -x log.txt",
];

/** Directories are read in the order of the disk: their lines are compared in one order. */
const inOrder = (text: string): readonly string[] => text.split("\n").sort();

describe("grep", () => {
  it.each(LINES)("is GNU's: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
    const isRecursive = line.startsWith("grep -r");
    const shown = (ran: typeof gnu): unknown =>
      ran.map(({ stdout, ...rest }) => ({
        ...rest,
        stdout: isRecursive ? inOrder(stdout) : stdout,
      }));
    expect(shown(virtual)).toStrictEqual(shown(gnu));
  });

  it.each([
    ["grep b", "a\nb\n"],
    ["grep -H b -", "a\nb\n"],
    ["grep --label=in -c b - log.txt", "a\nb\n"],
    ["grep -vz a", "a\0b\0"],
    ["grep -Ez a.b", "a\nb\0c\0"],
    ["grep -Pzo 'a\\nb'", "xa\nby\0c\0"],
    ["grep -Pzo 'a.b'", "a\nb\0a-b\0"],
    ["grep -Pzo 'a\\s+b'", "a\n b\0a-b\0"],
    ["grep -z '^b'", "a\nb\0b\0"],
    ["grep -zo 'a[[:space:]]b'", "a\nb\0"],
  ])("is GNU's with input: %s < %j", (line, stdin) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });

  it("never reads what it writes", () => {
    const files = scratchFiles();
    files.write("/f", Buffer.from("x\n"));
    const { status, stderr } = runCommand(["grep", "x", "/f"], { files, writes: "/f" });
    expect({ status, stderr }).toStrictEqual({
      status: 2,
      stderr: "grep: /f: input file is also the output\n",
    });
  });

  it.each([
    ["-E", "(a+)+$"],
    ["-E", "(a|a)*b"],
    ["-E", "(.*)*(.*)*x"],
    ["-E", "a*a*a*a*a*a*b"],
    ["-P", "(?:a+)+b"],
    ["-c", ".*.*.*=.*"],
  ])("ends in time, whatever the expression: grep %s %s", (option, pattern) => {
    const files = scratchFiles();
    files.write("/f", Buffer.from(`${"a".repeat(30_000)}\n`));
    const { status } = runCommand(["grep", option, pattern, "/f"], { files });
    expect([0, 1]).toContain(status);
  });

  it("refuses a line that is too long for an expression of very many states", () => {
    const files = scratchFiles();
    files.write("/f", Buffer.from(`${"a".repeat(30_000)}\n`));
    const argv = ["grep", "-E", "((a?){30}){30}a{30}", "/f"];
    expect(() => runCommand(argv, { files })).toThrow("limit maxSearchLength of 4096 exceeded");
  });

  it("follows links only by -R, and ends where they lead round", () => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.makeDirectory("/e");
    files.write("/e/f", Buffer.from("x\n"));
    files.link("../e", "/d/link");
    files.link("..", "/d/up");
    expect(runCommand(["grep", "-r", "x", "/d"], { files }).status).toBe(1);
    const { stdout, stderr } = runCommand(["grep", "-Rc", "x", "/d"], { files });
    expect(stdout).toBe("/d/link/f:1\n/d/up/e/f:1\n");
    expect(stderr).toBe("grep: /d/up/d: warning: recursive directory loop\n");
  });

  it("refuses what only an engine without a limit could do", () => {
    const files = scratchFiles();
    files.write("/f", Buffer.from("aaaa\n"));
    const { status, stderr } = runCommand(["grep", "-E", "(a*)*\\1$", "/f"], { files });
    expect(status).toBe(2);
    expect(stderr).toContain("could take for ever");
  });
});
