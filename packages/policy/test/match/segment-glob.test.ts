import { describe, expect, it } from "@jest/globals";
import { caseless, exact, type Fold } from "../../src/match/fold.ts";
import { matchesSegment, parseSegmentGlob } from "../../src/match/segment-glob.ts";

function matches(glob: string, name: string, fold: Fold = exact): boolean {
  const parsed = parseSegmentGlob(glob, fold);
  if ("refused" in parsed) throw new Error(parsed.refused);
  return matchesSegment(parsed.value, fold(name));
}

describe("a glob of one name", () => {
  it.each([
    ["a", "a", true],
    ["a", "ab", false],
    ["*", "", true],
    ["*", ".hidden", true],
    ["*.pem", ".pem", true],
    ["*.pem", "a.pem.bak", false],
    ["*secret*", "my-secrets.ts", true],
    ["*a*b*c", "xaxbxc", true],
    ["*a*b*c", "xaxcxb", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["a**b", "ab", true],
    ["?", "a", true],
    ["?", "", false],
    ["?", "\u{1F600}", true],
    ["??", "\u{1F600}", false],
    ["*?", "\u{1F600}", true],
    ["?*?", "\u{1F600}", false],
    ["[abc]x", "bx", true],
    ["[!abc]x", "bx", false],
    ["[^abc]x", "dx", true],
    ["[a-c0-9]", "5", true],
    ["[a-]", "-", true],
    ["[]]", "]", true],
    ["[!]]", "]", false],
    ["[[]", "[", true],
    ["[*]", "*", true],
    ["[*]", "a", false],
    ["[id]", "[id]", true],
    ["[id]", "i", true],
    ["{a,b}", "a", false],
    ["a\\*", "a\\b", true],
    ["(a|b)+", "a", false],
  ])("%j and %j: %j", (glob, name, expected) => {
    expect(matches(glob, name)).toBe(expected);
  });

  it.each([
    ["*.PEM", "Id.pem", true],
    ["[A-C]x", "bX", true],
    ["[a-c]x", "BX", true],
    ["[!a-c]x", "BX", false],
    ["stra\u00dfe", "STRASSE", true],
    ["cafe\u0301", "CAF\u00c9", true],
    ["\u03c3*", "\u03a3\u03c2", true],
    ["\u03c3\u03c3", "\u03a3\u03c2", true],
    ["fi\u017fh", "FISH", true],
    [".env", ".e\u200dnv", true],
  ])("in any case: %j and %j: %j", (glob, name, expected) => {
    expect(matches(glob, name, caseless)).toBe(expected);
  });

  it.each(["[", "a[", "[]", "[!]", "[a", "[z-a]"])("cannot be %j", (glob) => {
    expect(parseSegmentGlob(glob, exact)).toHaveProperty("refused");
  });

  it("never takes longer than the product of both lengths", () => {
    const stars = "*a".repeat(1000);
    expect(matches(`${stars}b`, "a".repeat(20_000))).toBe(false);
    expect(matches(stars, "a".repeat(20_000))).toBe(true);
  });
});
