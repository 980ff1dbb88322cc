import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { scratchFiles } from "../files/scratch-files.ts";
import { compare, type Layout, stepsOf } from "./beside-gnu.ts";
import { runCommand } from "./run-command.ts";

const lines = (...all: readonly (string | number)[]): string =>
  all.map((line) => `${line}\n`).join("");
const TEN = lines("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");
const LONG = lines(...Array.from({ length: 60 }, (_, n) => `line ${n + 1}`));
const CHANGED = LONG.replace("line 5\n", "line five\nand more\n")
  .replace("line 30\n", "")
  .replace("line 55\n", "line 55!\n");

/** What the machine's own diff makes of two texts. */
function difference(old: string, now: string, ...options: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "patch-test-"));
  try {
    writeFileSync(join(folder, "old"), old);
    writeFileSync(join(folder, "new"), now);
    execFileSync("diff", [...options, "old", "new"], { cwd: folder, encoding: "utf8" });
    return "";
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const unified = (old: string, now: string, name = "f"): string =>
  difference(old, now, "-u", "--label", `a/${name}`, "--label", `b/${name}`);

const NEXT = TEN.replace("five", "5").replace("ten", "10");

const LAYOUT: Layout = {
  f: TEN,
  long: LONG,
  done: NEXT,
  shifted: `x\ny\n${TEN}`,
  early: TEN.replace("one\n", ""),
  fuzzy: TEN.replace("two", "TWO"),
  very: TEN.replace("two", "TWO").replace("three", "THREE"),
  failing: TEN.replace("four", "FOUR").replace("five", "FIVE"),
  "half.long": LONG.replace("line 29\n", "LINE 29\n")
    .replace("line 31\n", "LINE 31\n")
    .replace("line 28\n", ""),
  spaced: TEN.replace("four", "fo  ur").replace("six", "six  "),
  open: "a\nb",
  "sub/f": TEN,
  "a dir/with space": TEN,
  "five.context": difference(TEN, NEXT, "-c", "--label", "f", "--label", "f"),
  "long.context": difference(LONG, CHANGED, "-c", "--label", "long", "--label", "long"),
  "long.context1": difference(LONG, CHANGED, "-C1", "--label", "long", "--label", "long"),
  "added.context": difference(TEN, `${TEN}eleven\n`, "-c", "--label", "f", "--label", "f"),
  "removed.context": difference(
    TEN,
    TEN.replace("five\n", ""),
    "-c",
    "--label",
    "f",
    "--label",
    "f",
  ),
  "open.context": difference("a\nb", "a\nc", "-c", "--label", "open", "--label", "open"),
  "made.context": difference("", TEN, "-c", "--label", "/dev/null", "--label", "made"),
  five: unified(TEN, NEXT),
  normal: difference(TEN, NEXT),
  "long.patch": unified(LONG, CHANGED, "long"),
  "long.normal": difference(LONG, CHANGED),
  "zero.patch": difference(TEN, NEXT, "-U0", "--label", "f", "--label", "f"),
  "two.patch": unified(TEN, NEXT) + unified(LONG, CHANGED, "long"),
  "git.patch": `From x\nSubject: y\n---\n f | 4 ++--\n\ndiff --git a/f b/f\nindex 1..2 100644\n${unified(TEN, NEXT)}-- \n2.39\n`,
  "sub.patch": unified(TEN, NEXT, "sub/f"),
  "deep.patch": unified(TEN, NEXT, "x/y/sub/f"),
  "make.patch": "--- /dev/null\n+++ b/dir/new\n@@ -0,0 +1,2 @@\n+a\n+b\n",
  "make.git":
    "diff --git a/made b/made\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/made\n@@ -0,0 +1 @@\n+a\n",
  "delete.patch": unified(TEN, "", "sub/f").replace("b/sub/f", "/dev/null"),
  "delete.more": unified(TEN.replace("ten\n", ""), "", "sub/f").replace("b/sub/f", "/dev/null"),
  "rename.patch": "diff --git a/f b/moved\nsimilarity index 100%\nrename from f\nrename to moved\n",
  "open.patch": unified("a\nb", "a\nb\n", "open"),
  "open.change": unified("a\nb", "A\nb", "open"),
  "bad.patch": "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\nnonsense\n",
  "evil.patch": "--- ../evil\n+++ ../evil\n@@ -0,0 +1 @@\n+x\n",
  "absolute.patch": "--- /etc/evil\n+++ /etc/evil\n@@ -0,0 +1 @@\n+x\n",
  "index.patch": `Index: f\n===================================================================\n${unified(TEN, NEXT)}`,
  garbage: "hello\n",
  nothing: "",
};

const AFTER = " && ls -R && cat";

const CASES: readonly (readonly [command: string, shown: string])[] = [
  ["patch -p1 -i five", "f"],
  ["patch f five", "f"],
  ["patch -p1 --dry-run -i five", "f"],
  ["patch -p1 -i five && patch -R -p1 -i five", "f"],
  ["patch done five", "done"],
  ["patch -N done five", "done"],
  ["patch -f done five", "done"],
  ["patch -t done five", "done"],
  ["patch -R f five", "f"],
  ["patch shifted five", "shifted"],
  ["patch early five", "early"],
  ["patch fuzzy five", "fuzzy"],
  ["patch very five", "very"],
  ["patch -F 0 fuzzy five", "fuzzy"],
  ["patch -F 1 very five", "very"],
  ["patch failing five", "failing"],
  ["patch --no-backup-if-mismatch failing five", "failing"],
  ["patch -r rejected failing five", "failing"],
  ["patch -r - failing five", "failing"],
  ["patch failing normal", "failing"],
  ["patch long normal && cat long.rej", "long"],
  ["patch f normal", "f"],
  ["patch -R done normal", "done"],
  ["patch shifted normal", "shifted"],
  ["patch -p1 -i long.patch", "long"],
  ["patch long long.normal", "long"],
  ["patch half.long long.patch", "half.long"],
  ["patch half.long long.normal", "half.long"],
  ["patch f zero.patch", "f"],
  ["patch shifted zero.patch", "shifted"],
  ["patch -l spaced five", "spaced"],
  ["patch spaced five", "spaced"],
  ["patch -p1 -i two.patch", "f long"],
  ["patch -p1 -i git.patch", "f"],
  ["patch -i sub.patch", "f"],
  ["patch -p1 -i sub.patch", "sub/f"],
  ["patch -p3 -i deep.patch", "sub/f"],
  ["patch -p2 -i deep.patch", "f"],
  ["patch -p9 -i deep.patch", "f"],
  ["patch -d sub -p2 -i ../sub.patch", "sub/f"],
  ["patch -p1 -o out -i five", "out"],
  ["patch -p1 -o - -i five", "f"],
  ["patch -b -p1 -i five", "f"],
  ["patch -s -p1 -i five", "f"],
  ["patch -p1 -i make.patch", "dir/new"],
  ["patch -p1 -i make.patch && patch -p1 -i make.patch", "dir/new"],
  ["patch -p1 -i make.patch && patch -N -p1 -i make.patch", "dir/new"],
  ["patch -p1 -i make.patch && patch -R -p1 -i make.patch", "f"],
  ["patch -p1 -i make.git", "made"],
  ["patch -p1 -i delete.patch", "f"],
  ["patch -p1 -i delete.more", "f"],
  ["patch -p1 -i rename.patch", "moved"],
  ["patch -p1 -i open.patch", "open"],
  ["patch -p1 -i open.change", "open"],
  ["patch -p1 -i bad.patch", "f"],
  ["patch -p0 -i evil.patch", "f"],
  ["patch -p0 -i absolute.patch", "f"],
  ["patch -p0 -i index.patch", "f"],
  ["patch -p1 -i garbage", "f"],
  ["patch -p1 -i nothing", "f"],
  ["patch -p1 -i absent", "f"],
  ["patch f five.context", "f"],
  ["patch -i five.context", "f"],
  ["patch -R done five.context", "done"],
  ["patch shifted five.context", "shifted"],
  ["patch fuzzy five.context", "fuzzy"],
  ["patch failing five.context && cat failing.rej", "failing"],
  ["patch f five.context && patch -N f five.context", "f"],
  ["patch --dry-run f five.context", "f"],
  ["patch -i long.context", "long"],
  ["patch -i long.context1", "long"],
  ["patch half.long long.context && cat half.long.rej", "half.long"],
  ["patch -i added.context", "f"],
  ["patch -i removed.context", "f"],
  ["patch -i removed.context && patch -R -i removed.context", "f"],
  ["patch -i open.context", "open"],
  ["patch -i made.context", "made"],
  ["patch --nonsense", "f"],
];

describe("patch", () => {
  it.each(CASES)("is GNU's: %s", (command, shown) => {
    const found = compare(
      LAYOUT,
      stepsOf(`${command}${AFTER} ${shown} f.rej failing.rej half.long.rej`, ""),
    );
    expect(found.virtual).toEqual(found.gnu);
  });

  it("reads standard input", () => {
    const found = compare(LAYOUT, stepsOf("patch -p1", LAYOUT["five"]));
    expect(found.virtual).toEqual(found.gnu);
    expect(found.gnu[0]?.stdout).toBe("patching file f\n");
  });

  it("makes the new text of the old one with what diff says of them, and back", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 15 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom("-U0", "-U1", "-u", "-c", "-C1"),
        (old, now, form) => {
          const label = ["--label", "x", "--label", "x"];
          const layout = {
            x: lines(...old),
            same: lines(...old),
            p: difference(lines(...old), lines(...now), form, ...label),
          };
          const { virtual } = compare(
            layout,
            stepsOf("patch x p && cat x && patch -R x p && cmp x same", ""),
          );
          expect(virtual[1]).toMatchObject({ stdout: lines(...now) });
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("what patch refuses", () => {
  it("is a symbolic link that git would make, before anything is written", () => {
    const files = scratchFiles({}, Date.now);
    const stdin = lines(
      ...["diff --git a/l b/l", "new file mode 120000", "--- /dev/null", "+++ b/l"],
      ...["@@ -0,0 +1 @@", "+target"],
    );
    expect(runCommand(["patch", "-p1"], { files, stdin })).toStrictEqual({
      status: 2,
      stdout: "",
      stderr: "patch: **** symbolic links (mode 120000) are not supported here\n",
    });
    expect(files.exists("/l")).toBe(false);
  });
});
