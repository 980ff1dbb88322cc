import { describe, expect, it } from "@jest/globals";

import type { Layout } from "./beside-gnu.ts";
import { exportTree } from "../../src/files/export-tree.ts";
import { importTree } from "../../src/files/import-tree.ts";
import { bytes, scratchFiles } from "../files/scratch-files.ts";
import { compare, stepsOf } from "./beside-gnu.ts";
import { runCommand } from "./run-command.ts";

const LAYOUT: Layout = {
  "README.md": "# Title\n\nhello world\nTODO: fix me\n\n\nlast line\n",
  "log.txt": Array.from({ length: 25 }, (_, n) => `line ${n + 1}\n`).join(""),
  "nonl.txt": "no newline",
  "tabs.txt": "a\tb\r\n\u0001é\n",
  empty: "",
  "src/app.js": "const x = 1;\n",
  "src/lib/deep.ts": "export {}\n",
  "dst/src/app.js": "old\n",
  ".hidden": "h\n",
  "a b": "spaces\n",
  link: "-> src",
  dangling: "-> nowhere",
  "hollow/": "",
};

const LINES = [
  "cat README.md nonl.txt absent src",
  "cp -v README.md absent/x",
  "cp -v README.md /dev/null",
  "ls -Q README.md src hollow",
  "ls -QR src",
  "head -n1 src README.md hollow absent",
  "head -c3 src",
  "head -v src",
  "tail -n1 src README.md hollow absent",
  "tail -n 0 absent README.md",
  "tail -c 0 -v README.md",
  "tail -q src README.md",
  "cat -n README.md log.txt",
  "cat -b -s README.md",
  "cat -A tabs.txt",
  "cat -vet tabs.txt",
  "cat -z",
  "cat --show-n README.md",
  "cat --number=3 log.txt",
  "cat --nonsense log.txt",
  "cat -- -n",
  "cat log.txt -n",
  "head log.txt",
  "head -n 3 log.txt nonl.txt",
  "head -3 log.txt",
  "head -n -20 log.txt",
  "head -c 12 log.txt",
  "head -c -150 log.txt",
  "head -q -n1 log.txt README.md",
  "head -v -n1 log.txt",
  "head -n x log.txt",
  "head -n",
  "head -n 2 absent log.txt",
  "head -c 1K log.txt",
  "head --lin=2 log.txt",
  "tail log.txt",
  "tail -n 2 log.txt nonl.txt",
  "tail -2 log.txt",
  "tail -n +24 log.txt",
  "tail -c 7 log.txt",
  "tail -c +180 log.txt",
  "tail -n 0 log.txt",
  "tail -n 1 README.md",
  "tail -n 100 log.txt",
  "tail -n 3 nonl.txt empty",
  "wc log.txt",
  "wc -l log.txt",
  "wc log.txt README.md nonl.txt",
  "wc -l -w log.txt README.md absent",
  "wc -m -c tabs.txt",
  "wc -L tabs.txt log.txt",
  "wc src",
  "wc empty",
  "ls",
  "ls -a",
  "ls -A src",
  "ls -m",
  "ls -mF",
  "ls -ms log.txt README.md",
  "ls -m1",
  "ls -Q",
  "ls -QF src",
  "ls -s log.txt README.md",
  "ls -sh log.txt README.md",
  "ls -I '*.md' -I 's*'",
  "ls --hide='*.md'",
  "ls -A --hide='*.md'",
  "ls -B",
  "ls --file-type",
  "ls --indicator-style=slash",
  "ls --indicator-style=classify",
  "ls --indicator-style=foo",
  "ls -Ra --ignore='*.js' src",
  "ls src dst log.txt absent",
  "ls -R src dst",
  "ls -d src log.txt link",
  "ls -F",
  "ls -p link",
  "ls -r",
  "ls -S",
  "ls -X",
  "ls -1 link",
  "ls --group-directories-first",
  "ls -z",
  "ls --sort=size",
  "ls -l --time-style=long-iso log.txt README.md",
  "ls -lh log.txt",
  "ls -go log.txt",
  "ls -l log.txt nonl.txt",
  "ls -l --full-time log.txt",
  "touch new && ls new && touch -c other && ls other",
  "touch absent/x",
  "touch -d '2024-01-02 03:04' log.txt && ls -l --time-style=full-iso log.txt",
  "touch -d @0 log.txt && ls -l --time-style=full-iso log.txt",
  "touch -t 202001020304.05 x && ls -l --time-style=full-iso x",
  "touch -r log.txt new && ls -l --full-time new",
  "touch -d nonsense x",
  "touch",
  "mkdir d && mkdir d && mkdir -p d/e/f d && ls -R d",
  "mkdir x/y",
  "mkdir log.txt/y",
  "mkdir -p log.txt/y",
  "mkdir -pv n/e/w/ && ls -R n",
  "mkdir -m 700 d && ls -ld --time-style=+x d",
  "mkdir -m u=rwx,go= d && ls -ld --time-style=+x d",
  "mkdir -m zzz d",
  "mkdir",
  "cp log.txt copy && cat copy",
  "cp log.txt src && ls src",
  "cp src other",
  "cp -r src other && ls -R other",
  "cp -pr src other && ls -R other",
  "cp -r src dst && ls -R dst && cat dst/src/app.js",
  "cp -rT src dst && ls -R dst",
  "cp -r src src/inside",
  "cp absent x",
  "cp log.txt",
  "cp log.txt log.txt",
  "cp log.txt README.md nowhere",
  "cp log.txt nowhere/",
  "cp -n log.txt README.md && cat README.md",
  "cp -v log.txt x",
  "cp -t src log.txt README.md && ls src",
  "cp link x && cp -r link y && ls -F x y",
  "cp -P link z && ls -F",
  "cp log.txt dst/src/app.js && cat dst/src/app.js",
  "cp -r src log.txt",
  "cp -p log.txt x && ls -l --full-time x",
  "cp dangling x",
  "cp -a src copy && ls -l --full-time copy/app.js",
  "mv log.txt moved && ls && cat moved",
  "mv src moved && ls -R moved",
  "mv src dst",
  "mv log.txt absent/ && ls",
  "mv src absent/ && ls absent",
  "mv log.txt src/ && ls src",
  "mv log.txt README.md src && ls src",
  "mv log.txt log.txt",
  "mv src src/x",
  "mv absent x",
  "mv log.txt nowhere/x",
  "mv -v log.txt x",
  "mv -n log.txt README.md && ls",
  "mv hollow src && ls src",
  "mv log.txt",
  "mv -T hollow dst",
  "mv link moved && ls -F",
  "mv README.md log.txt nowhere",
  "rm log.txt && ls",
  "rm absent",
  "rm -f absent",
  "rm src",
  "rm -r src && ls",
  "rm -rf src absent dst && ls",
  "rm -d hollow && rm -d src",
  "rm -rv dst",
  "rm -v log.txt",
  "rm link && ls",
  "rm",
  "rm -f",
  "rm -- -x",
] as const;

describe("the file commands", () => {
  it.each(LINES)("are GNU's: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
    expect(virtual).toStrictEqual(gnu);
  });

  it.each([
    ["cat", "in\n"],
    ["cat - nonl.txt -", "in\n"],
    ["wc", "one two\nthree\n"],
    ["wc -l", "one\ntwo\n"],
    ["head -n1 - nonl.txt", "a\nb\n"],
    ["tail -n1", "a\nb\n"],
    ["tail -n +2 -", "a\nb\nc"],
    ["rm -i log.txt && ls", "y\n"],
    ["rm -i log.txt && ls", "n\n"],
    ["rm -I -r src && ls", "n\n"],
    ["cp -i log.txt README.md && cat README.md", "y\n"],
    ["mv -i log.txt README.md && ls", "n\n"],
    ["rm -ri dst && ls -R dst", "y\ny\ny\nn\n"],
  ])("are GNU's with input: %s < %j", (line, stdin) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
});

/** What no test asks of the machine's own programs. */
describe("the file commands, on their own", () => {
  it.each([
    ["/", "it is dangerous to operate recursively on '/'"],
    ["/.", "refusing to remove '.' or '..' directory: skipping '/.'"],
    ["..", "refusing to remove '.' or '..' directory: skipping '..'"],
    ["../../", "refusing to remove '.' or '..' directory: skipping '../../'"],
    ["top", "cannot remove 'top': No such file or directory"],
  ])("never remove the root: rm -r %s", (operand, words) => {
    const files = scratchFiles();
    files.write("/kept", bytes("x"));
    const { status, stderr } = runCommand(["rm", "-r", operand], { files });
    expect(stderr.split("\n")[0]).toBe(`rm: ${words}`);
    expect(status).toBe(1);
    expect(files.exists("/kept")).toBe(true);
  });

  it("remove neither the root nor a device, whatever they are told", () => {
    const files = scratchFiles();
    expect(runCommand(["rm", "-rf", "--no-preserve-root", "/"], { files }).status).toBe(1);
    expect(runCommand(["rm", "-f", "/dev/null"], { files }).stderr).toBe(
      "rm: cannot remove '/dev/null': Operation not permitted\n",
    );
  });

  it("copy what a device gives, and into one", () => {
    const files = scratchFiles();
    expect(runCommand(["cp", "/dev/stdin", "/x"], { files, stdin: "text" }).status).toBe(0);
    expect(runCommand(["cat", "/x", "/dev/null"], { files }).stdout).toBe("text");
    expect(runCommand(["cp", "/x", "/dev/stdout"], { files }).stdout).toBe("text");
    expect(runCommand(["cat", "/dev/stdin"], { files, stdin: "in" }).stdout).toBe("in");
  });

  it("leave nothing of a copy that passes a limit, also where it joins two directories", () => {
    const files = scratchFiles({ maxNodeCount: 9 });
    importTree(files, { "a/1": "1", "a/2": "2", "a/d/3": "3", "b/a/0": "0" });
    const before = [...exportTree(files)];
    expect(() => runCommand(["cp", "-r", "/a", "/b"], { files })).toThrow("maxNodeCount");
    expect([...exportTree(files)]).toStrictEqual(before);
  });

  it("never read what they write", () => {
    const files = scratchFiles();
    files.write("/f", bytes("x"));
    const { status, stderr } = runCommand(["cat", "/f"], { files, writes: "/f" });
    expect({ status, stderr }).toStrictEqual({
      status: 1,
      stderr: "cat: /f: input file is output file\n",
    });
  });
});
