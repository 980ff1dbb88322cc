import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { RE2JS } from "re2js";

import { isLongestFirst } from "../../src/regex/longest-first.ts";
import { parseExtended } from "../../src/regex/parse-posix.ts";
import { writeExpression } from "../../src/regex/write.ts";

function extents(pattern: string, text: string): readonly unknown[] {
  const parsed = parseExtended(pattern);
  const first = new RegExp(writeExpression(parsed, { engine: "unicode", within: "text" }), "u");
  const linear = writeExpression(parsed, { engine: "linear", within: "text" });
  const longest = RE2JS.compile(linear, RE2JS.LONGEST_MATCH).matcher(text);
  const found = first.exec(text);
  return [
    found && [found.index, found.index + found[0].length],
    longest.find() ? [longest.start(), longest.end()] : null,
  ];
}

const ATOMS = ["a", "b", "c", ".", "[ab]", "[^a]", "^", "$", "(ab)", "(abc|b)", "(ab|c)", "(a|b)"];
const REPEATS = ["", "", "", "?", "*", "+", "{2}", "{1,2}"];

const patterns = fc
  .array(fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...REPEATS)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) =>
    parts.map(([atom, repeat]) => (/^[\^$]$/.test(atom) ? atom : atom + repeat)).join(""),
  );

describe("isLongestFirst", () => {
  it.each([
    "abc",
    "^[ \t]*#.*$",
    "[a-z]+=[^ ]*",
    "(foo|bar)=(.*)",
    "\\s*(export|local) +x",
    ".*(Mon|Tue)[0-9]*",
    ".*(foo|quux)z*",
    "[0-9]+(px)?",
    "a(bc)*",
    "([0-9]-)*x?",
  ])("knows that the first match is the longest: %s", (pattern) => {
    expect(isLongestFirst(parseExtended(pattern))).toBe(true);
  });

  it.each([
    ["a|ab", "ab"],
    ["(a|ab)c?", "abc"],
    ["a?(ab)?", "ab"],
    ["a?(ab)*", "abab"],
    ["a?(abc|b)d*", "abcd"],
    ["(ab)*(abc)*", "abc"],
    ["(ab)?(abcd)?", "abcd"],
  ])("knows that it may not be: %s", (pattern, text) => {
    const [first, longest] = extents(pattern, text);
    expect(first).not.toStrictEqual(longest);
    expect(isLongestFirst(parseExtended(pattern))).toBe(false);
  });

  it("is right of whatever it says so", () => {
    const property = fc.property(
      patterns.filter((pattern) => isLongestFirst(parseExtended(pattern))),
      fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 10 }),
      (pattern, characters) => {
        const [first, longest] = extents(pattern, characters.join(""));
        expect(first).toStrictEqual(longest);
      },
    );
    expect(() => fc.assert(property, { numRuns: 3_000 })).not.toThrow();
  });
});
