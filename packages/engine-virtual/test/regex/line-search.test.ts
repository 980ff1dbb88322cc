import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { RE2JS } from "re2js";

import { costOf, safeLength } from "../../src/regex/cost.ts";
import type { SearchOptions } from "../../src/regex/line-search.ts";
import { LineSearch } from "../../src/regex/line-search.ts";
import { parsePatterns, type PatternSyntax } from "../../src/regex/parse-patterns.ts";
import { parseBasic, parseExtended } from "../../src/regex/parse-posix.ts";
import { parsePerl } from "../../src/regex/parse-perl.ts";
import { requiredText, wholeText } from "../../src/regex/required-text.ts";
import { writeExpression } from "../../src/regex/write.ts";

const OPTIONS: SearchOptions = {
  ignoreCase: false,
  whole: undefined,
  extent: true,
};

/** All that is found in a text, as text. */
function found(pattern: string, text: string, syntax: PatternSyntax = "extended"): string[] {
  const search = new LineSearch(parsePatterns([pattern], syntax), OPTIONS);
  const all: string[] = [];
  for (const { text: part, find } of search.segments(text, true)) {
    for (let span = find(0); span !== undefined;) {
      all.push(part.slice(span.start, span.end));
      const from = Math.max(span.end, span.start + 1);
      span = from <= part.length ? find(from) : undefined;
    }
  }
  return all;
}

const pieces = fc.constantFrom(
  "a",
  "b",
  ".",
  "[ab]",
  "[^a]",
  "a*",
  "b+",
  "b?",
  "a{1,2}",
  "(a|b)",
  "(ab)*",
  "(a*b)+",
  "|",
  "^",
  "$",
);

describe("LineSearch", () => {
  it("finds lines alike with both engines, whatever the expression", () => {
    const pattern = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "\n"), maxLength: 20 });
    const property = fc.property(pattern, text, (source, subject) => {
      const parsed = parseExtended(source);
      const native = new RegExp(writeExpression(parsed, { engine: "ascii", within: "line" }), "g");
      const linear = RE2JS.compile(writeExpression(parsed, { engine: "linear", within: "line" }));
      for (const line of subject.split("\n")) {
        native.lastIndex = 0;
        expect(linear.matcher(line).find()).toBe(native.test(line));
      }
    });
    expect(() => fc.assert(property, { numRuns: 1_500 })).not.toThrow();
  });

  it("gives the longest of what begins first, but for Perl the first that is tried", () => {
    expect(found("ab|abc", "abcd")).toStrictEqual(["abc"]);
    expect(found("ab|abc", "abcd", "perl")).toStrictEqual(["ab"]);
  });

  it("never matches across the end of a line", () => {
    expect(found("a[^x]*b", "a\nb")).toStrictEqual([]);
    expect(found("a\\s*b", "a\nb")).toStrictEqual([]);
    expect(found("a[\\D]*b", "a\nb", "perl")).toStrictEqual([]);
    expect(found("(a|\n)+", "a\na", "extended")).toStrictEqual(["a", "a"]);
  });

  it("cuts a long text between its lines, and finds in every part of it", () => {
    const text = `${"x".repeat(50)}ab${"y".repeat(50)}\n`.repeat(5_000);
    expect(found("a.*b.*y$", text)).toHaveLength(5_000);
  });

  it("hands a long line to the engine that is linear", () => {
    expect(found("a.*a.*b", `${"a".repeat(50_000)}\nab aab\n`)).toStrictEqual(["ab aab"]);
  });

  it("is told that nothing is in an empty list of patterns", () => {
    const search = new LineSearch(parsePatterns([], "extended"), OPTIONS);
    expect([...search.segments("a\n", true)].map(({ find }) => find(0))).toStrictEqual([undefined]);
  });
});

describe("costOf", () => {
  it.each([
    ["abc", 0],
    ["a*b", 1],
    ["a*.*", 2],
    ["(ab)*", 1],
    ["(a|b)c", 0],
    ["a{2,9}", 0],
    ["(a|b)*", Infinity],
    ["(a*)*", Infinity],
    ["(a+b?)+", Infinity],
    ["((ab)*c)*", Infinity],
    ["(a)\\1", 1],
  ])("of %s grows with the power of %d", (pattern, degree) => {
    expect(costOf(parseExtended(pattern)).degree).toBe(degree);
  });

  it("lets no text through where the ways to match multiply", () => {
    expect(safeLength(costOf(parseExtended("(a|a){30}")))).toBe(0);
    expect(safeLength(costOf(parseExtended("(a|aa)+$")))).toBe(0);
    expect(safeLength(costOf(parsePerl("(?:a?){40}a{40}")))).toBe(0);
    expect(safeLength(costOf(parseExtended("a.*b")))).toBeLessThan(10_000);
  });
});

describe("requiredText", () => {
  it.each([
    ["TODO", "TODO"],
    ["TODO.*later", "later"],
    ["x\\{0,1\\}abc", "abc"],
    ["a*", ""],
    ["\\(abc\\)\\{2\\}x", "abc"],
    ["one\\|two", ""],
    ["[ab]c", "c"],
  ])("of %s is %j", (pattern, text) => {
    expect(requiredText(parseBasic(pattern))).toBe(text);
  });

  it("is the whole of what is nothing but text", () => {
    expect(wholeText(parseBasic("a\\.b"))).toBe("a.b");
    expect(wholeText(parseBasic("a.b"))).toBeUndefined();
  });
});
