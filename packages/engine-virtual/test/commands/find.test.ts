import { describe, expect, it } from "@jest/globals";

import { scratchFiles } from "../files/scratch-files.ts";
import type { Layout } from "./beside-gnu.ts";
import { compare, stepsOf } from "./beside-gnu.ts";
import { runCommand } from "./run-command.ts";

const LAYOUT: Layout = {
  "README.md": "# Title\n",
  "big.txt": "x".repeat(3000),
  empty: "",
  "hollow/": "",
  "src/app.js": "const x = 1;\n",
  "src/Util.JS": "x\n",
  "src/lib/deep.ts": "export {}\n",
  "node_modules/a/index.js": "x\n",
  ".hidden/x": "h\n",
  "a b/c d.txt": "spaces\n",
  "[odd]": "x\n",
  link: "-> src",
  dangling: "-> nowhere",
};

const LINES = [
  "find",
  "find .",
  "find src",
  "find src/",
  "find src README.md",
  "find absent",
  "find absent src",
  "find . -name *.js",
  "find . -iname *.js",
  "find . -name *.js -o -name *.ts",
  "find . -type f",
  "find . -type d",
  "find . -type l",
  "find . -type f,l",
  "find . -type x",
  "find . -path */lib/*",
  "find . -path ./src/*.js",
  "find . -ipath */SRC/*",
  "find . -not -path */node_modules/*",
  "find . ! -name *.js -type f",
  "find . -maxdepth 1",
  "find . -maxdepth 0",
  "find . -mindepth 2",
  "find . -mindepth 1 -maxdepth 1 -type d",
  "find . -maxdepth x",
  "find . -empty",
  "find . -size 0",
  "find . -size +1k -type f",
  "find . -size -100c -type f",
  "find . -size 6 -type f",
  "find . -size +1M",
  "find . -size x",
  "find . -name node_modules -prune -o -name *.js -print",
  "find . -path ./src -prune -o -print",
  "find . ( -name *.js -o -name *.ts ) -print",
  "find . -name *.js -print -o -name *.ts",
  "find . -name *.js -print0",
  "find . -name *.js , -name *.md -print",
  "find . -true -false -o -name empty",
  "find src -depth",
  "find . -name *.js -delete && find . -type f",
  "find hollow -delete && find hollow",
  "find src -delete && find . -type d",
  "find . -name *.js -exec echo {} ;",
  "find . -name *.js -exec echo found {} now {} ;",
  "find . -name *.js -execdir echo {} ;",
  "find . -name *.md -exec cat {} +",
  "find . -name *.md -exec grep -c Title {} ;",
  "find . -name *.js -exec false ; -print",
  "find . -name *.js -exec grep -q const {} ; -print",
  "find . -name *.md -exec no-such-program {} ;",
  "find . -mtime +1 -type f",
  "find . -mtime -1 -type f",
  "find . -mmin -5 -type d",
  "find . -newer README.md -type f",
  "find . -newermt 2025-01-01 -type f",
  "find . -newermm README.md",
  "find . -newerct 2025-01-01 -type f",
  "find . -cmin -5 -type d",
  "find . -atime +1 -type f",
  "find . -links 1 -type f",
  "find . -readable -name [dl]*",
  "find . -writable -name [dl]*",
  "find . -executable -name [dl]*",
  "find . -user root -name *.md",
  "find . -user 0 -name *.md",
  "find . -uid 0 -name *.md",
  "find . -user nobody1",
  "find . -group nobody1",
  "find . -nouser",
  "find . -regex .*/[a-z]+\\.js",
  "find . -regex .*/[a-z]*[.]jsx?",
  "find . -regex .*\\.\\(js\\|md\\)",
  "find . -regex .*\\+",
  "find . -regextype posix-extended -regex .*\\.(js|md)",
  "find . -regextype egrep -iregex .*/(util|app).js",
  "find . -regextype sed -regex .*/[a-z]\\{3\\}[.]js",
  "find . -printf %n:%H:%P\\n -maxdepth 1 -name README.md",
  "find src -name deep.ts -printf %H|%P\\n -regex x",
  "find src -name *.js -fprint out && cat out",
  "find src -name *.js -fprintf out %f\\n -print && cat out",
  "find src -name *.js -fprint0 out && cat out",
  "find src -name *.ts -fprint /dev/stderr",
  "find . -newermt 2027-01-01 -type f",
  "find . -perm 644 -type f",
  "find . -perm -u+r -name *.md",
  "find . -perm /111 -type f",
  "find . -executable -type f",
  "find . -regex .*/[a-z]*\\.js",
  "find . -iregex .*\\.JS",
  "find -L . -name app.js",
  "find -H link -name app.js",
  "find link",
  "find link/",
  "find . -lname s*",
  "find . -samefile src/app.js",
  "find . -name '[[]odd]'",
  "find . -name '?.js' -o -name '[a-c]*.js'",
  "find README.md src -name README.md -print -quit",
  "find README.md src -quit -print",
  'find src README.md -depth -name "*.ts" -quit -o -print',
  "find src -printf '%p %f %h %P %d %s %y\\n'",
  "find . -name *.md -printf '%m %M %TY-%Tm-%Td %u\\n'",
  "find . -name",
  "find . -nonsense",
  "find . -name *.js )",
  "find . (",
  "find . ( )",
  "find . -o -name x",
  "find . -name x extra",
  "find . -exec echo {}",
  "find . -exec ;",
  "find . -newer absent",
  "find . !",
];

const inOrder = (text: string): readonly string[] => text.split(/[\n\0]/).sort();

describe("find", () => {
  it.each(LINES)("is GNU's, but for the disk's own order: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
    const shown = (ran: typeof gnu): unknown =>
      ran.map(({ stdout, ...rest }) => ({ ...rest, stdout: inOrder(stdout) }));
    expect(shown(virtual)).toStrictEqual(shown(gnu));
  });

  it("goes through directories in the order in which their entries were made", () => {
    const files = scratchFiles();
    for (const path of ["/b", "/a", "/b/z", "/b/y"]) files.makeDirectory(path);
    expect(runCommand(["find"], { files }).stdout).toBe(".\n./b\n./b/z\n./b/y\n./a\n");
  });

  it("hands many files to one command, and shows in order what both of them print", () => {
    const files = scratchFiles();
    for (const path of ["/a", "/b"]) files.write(path, Buffer.from(path));
    const argv = ["find", "/", "-type", "f", "-print", "-exec", "echo", "{}", ";"];
    expect(runCommand(argv, { files }).stdout).toBe("/a\n/a\n/b\n/b\n");
    expect(
      runCommand(["find", "/", "-type", "f", "-exec", "echo", "{}", "+"], { files }).stdout,
    ).toBe("/a /b\n");
  });

  it("ends where links lead round", () => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.link("..", "/d/up");
    const { status, stdout, stderr } = runCommand(["find", "-L", "/d"], { files });
    expect({ status, stdout }).toStrictEqual({ status: 1, stdout: "/d\n/d/up\n" });
    expect(stderr).toContain("File system loop detected");
  });
});
