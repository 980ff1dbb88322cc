import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { quote } from "../src/quote.ts";

/** What a POSIX shell makes of a line's words. */
function readBack(line: string): readonly string[] {
  const script = `printf '%s\\0' ${line}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("quote", () => {
  it.each([
    ["words that no shell changes", ["docker", "--name=a", "x/y:1.0", "a@b%c+d,e_f-g"]],
    ["a space", ["a b"]],
    ["nothing", ["", "a", ""]],
    ["single quotes", ["it's", "'", "''", "'a'"]],
    ["double quotes and a backslash", ['"$HOME"', "\\", "\\n", "`id`", "$(id)"]],
    ["patterns", ["*", "?", "[a-z]", "{a,b}", "~", "~root"]],
    ["what ends a command", [";", "&", "|", "<", ">", "(", ")", "#", "!"]],
    ["lines and tabs", ["a\nb", "\t", "\r", "\n"]],
    ["letters of other scripts", ["é", "店", "😀"]],
    ["flags", ["--", "-e", "-n"]],
  ])("lets a shell read %s back", (_, argv) => {
    expect(readBack(quote(argv))).toEqual(argv);
  });

  it("leaves plain words as they are, so that people can read them", () => {
    expect(quote(["docker", "run", "--cap-drop", "ALL", "a:1"])).toBe(
      "docker run --cap-drop ALL a:1",
    );
    expect(quote(["a b", "it's"])).toBe(String.raw`'a b' 'it'\''s'`);
  });

  it("lets a shell read any argv back", () => {
    // What spawn cannot carry, NUL and half a surrogate pair, is in no argv.
    const word = fc.oneof(
      fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "").toWellFormed()),
      fc.string({ unit: fc.constantFrom("'", '"', "\\", "$", "`", " ", "\n", "a", "*", "!") }),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (argv) => {
        expect(readBack(quote(argv))).toEqual(argv);
      }),
      { numRuns: 200 },
    );
  });

  it("lets a shell run a program whose name looks like an assignment", () => {
    const run = () => execFileSync("sh", ["-c", quote(["A=b", "true"])], { stdio: "pipe" });
    expect(run).toThrow(expect.objectContaining({ status: 127 }));
  });
});
