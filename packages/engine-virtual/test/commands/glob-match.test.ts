import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { globMatcher } from "../../src/commands/glob-match.ts";

describe("globMatcher", () => {
  it.each([
    ["*.js", "a.js", true],
    ["*.js", "a.jsx", false],
    ["a*b*c", "aXbYc", true],
    ["a*b", "ab", true],
    ["a*a", "a", false],
    ["ab*bc", "abc", false],
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
    ["?", "é", true],
    ["?", "", false],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[^a-c]x", "dx", true],
    ["[]]", "]", true],
    ["[a-]", "-", true],
    ["[[:digit:]]*", "1a", true],
    ["[", "[", true],
    ["\\*", "*", true],
    ["\\*", "a", false],
    ["a*", "a/b", true],
  ])("%j over %j is %j", (pattern, text, expected) => {
    expect(globMatcher(pattern)(text)).toBe(expected);
  });

  it("can do without case", () => {
    expect(globMatcher("*.JS", true)("a.js")).toBe(true);
    expect(globMatcher("?.JS", true)("A.js")).toBe(true);
  });

  it("finds the same with and without its short cut for stars", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
    const property = fc.property(pattern, text, (glob, name) => {
      const slow = `[${glob.slice(0, 1)}]${glob.slice(1)}`;
      fc.pre(/^[ab]/.test(glob));
      expect(globMatcher(glob)(name)).toBe(globMatcher(slow)(name));
    });
    expect(() => fc.assert(property, { numRuns: 2_000 })).not.toThrow();
  });

  it("does not try for ever", () => {
    expect(globMatcher(`${"*a".repeat(100)}b[c]`)("a".repeat(20_000))).toBe(false);
  });
});
