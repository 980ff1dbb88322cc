import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import type { Ran } from "./run-command.ts";
import { openVirtual, type VirtualSandbox } from "../../src/index.ts";

interface Recorded {
  /** The real one, which is not on every machine. */
  readonly recordedWith: string;
  readonly files: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly line: string;
    readonly status: number;
    readonly stdout: string;
  }[];
}

const { cases, files, recordedWith } = JSON.parse(
  readFileSync(join(import.meta.dirname, "rg-cases.json"), "utf8"),
) as Recorded;

function open(): VirtualSandbox {
  const entries = Object.entries(files).map(([path, content]) => [`/w/${path}`, content] as const);
  return openVirtual({ workingDirectory: "/w", files: Object.fromEntries(entries) });
}

describe(`rg as ${recordedWith}`, () => {
  it.each(cases)("says the same: $line", ({ line, status, stdout }) => {
    const result = open().executeSync(line);
    expect({ status: result.exitCode, stdout: result.stdout }).toEqual({ status, stdout });
  });
});

/** With files, since each program finds out by itself whether somebody writes to its standard input. */
const BESIDE = [
  "rg --json foo a.ts",
  "rg --json --sort path foo .",
  "rg --json --sort path -A1 -B1 foo a.ts b.py",
  "rg --json -C1 'bar|TODO' a.ts",
  "rg --json -v foo a.ts",
  "rg --json --sort path -i bar a.ts b.py",
  "rg --json -N foo a.ts",
  "rg --json -o 'f(o)o' a.ts",
  "rg --json -w foo src/c.js",
  "rg --json '^' src/c.js",
  "rg --json nowhere a.ts",
  "rg --json -F 'foo(1)' src/c.js",
  "rg --json é utf8.txt",
  "rg --json o open.txt",
  "rg --json -c foo a.ts",
  "rg --json -l foo a.ts",
  "rg -n --sort path foo a.ts b.py",
  "rg --column -n 'é|t' utf8.txt",
  "rg -c foo --sort path .",
];

const withoutTimes = (text: string): string =>
  text.replace(/"human":"[\d.]+s"/g, '"human":"S"').replace(/"(nanos|secs)":\d+/g, '"$1":0');

describe("rg beside the real one", () => {
  it.each(BESIDE)("says the same: %s", (line) => {
    const layout = { ...files, "utf8.txt": "été\nÉcole é\n", "open.txt": "no\nend o" };
    const { gnu, virtual } = compare(layout, stepsOf(line));
    // Its words for wrong options come with a whole page.
    const shown = ({ status, stdout, stderr }: Ran): unknown => ({
      ...{ status, stdout: withoutTimes(stdout) },
      words: /The argument.*/.exec(stderr)?.[0],
    });
    expect(virtual.map(shown)).toStrictEqual(gnu.map(shown));
  });
});

describe("rg", () => {
  it("takes the ignore files of directories above into account", () => {
    const result = open().executeSync(
      "cd src; rg --files; cd ..; rg foo src; rg -l foo src/deep/t.tmp",
    );
    expect(result.stdout).toBe("deep/d.md\nsrc/deep/d.md:# foo\nsrc/deep/t.tmp\n");
  });

  it("refuses by name what it does not have", () => {
    for (const option of ["-U", "--sort=modified", "--stats", "-z", "--colors=path:none"]) {
      const result = open().executeSync(`rg ${option} foo`);
      expect(result.exitCode).toBe(2);
      expect(result.stderr).toContain(option.replace(/=.*/, ""));
    }
  });

  it.each([
    ...[
      "foo\\n",
      "a|\\n",
      "[\\n]x",
      "(?:[\\x0a])",
      "\\n*",
      "[^\\n]*",
      "f[^\\r\\n]+",
      "[o\\n]",
      "o\\\\n",
    ],
    ...[
      "a{2",
      "a{2x",
      "a{2,",
      "if .*{$",
      "a{",
      "a{}",
      "a{,2}",
      "{",
      "[]{]{",
      "[{]",
      "\\{",
      "o{2}",
      "o{1,}",
    ],
    ...["\\x{6f}", "f\no"],
  ])("takes %j for an expression of one line, or for none, as the real one", (pattern) => {
    const { gnu, virtual } = compare(files, stepsOf(`rg -o '${pattern}' a.ts`));
    const shown = ({ status, stdout }: Ran): unknown => ({ status, stdout });
    expect(virtual.map(shown)).toStrictEqual(gnu.map(shown));
  });

  it("does not follow a link that leads back", () => {
    const result = open().executeSync("ln -s . loop; ln -s .. src/up; rg -L -l Bar");
    expect(result.stdout).toBe("a.ts\n");
  });

  it("shows what a group matched in place of the match, whichever engine found it", () => {
    const sandbox = openVirtual({
      files: { "/f": `${"x\n".repeat(70_000)}key=value kex=other\n` },
    });
    const native = sandbox.executeSync("rg -or '$2:$1' '([a-z]+)=([a-z]+)' /f");
    const linear = sandbox.executeSync("rg -or '${v}:$1' '((?:k(?:e|a)?)+[xy])=(?P<v>[a-z]+)' /f");
    expect(native.stdout).toBe("value:key\nother:kex\n");
    expect(linear.stdout).toBe(native.stdout);
  });
});
