import { describe, expect, it } from "@jest/globals";

import { parseExtended } from "../../src/regex/parse-posix.ts";
import { TextSearch } from "../../src/regex/text-search.ts";
import type { TextSearchOptions } from "../../src/regex/text-search.ts";

/** The text of the match and of its groups. */
function groups(
  pattern: string,
  text: string,
  options: TextSearchOptions = {},
): readonly (string | undefined)[] | undefined {
  const found = new TextSearch(parseExtended(pattern), options).match(text);
  const located = new TextSearch(parseExtended(pattern), options).locate(text);
  const places = located?.groups.map((span) => span && text.slice(span.start, span.end));
  expect(places).toStrictEqual(found && Array.from(found.groups));
  return places;
}

describe("TextSearch", () => {
  it("takes a line feed for a character like any other", () => {
    expect(groups("a.b", "a\nb")).toStrictEqual(["a\nb"]);
    expect(groups("[^x]+", "a\nb")).toStrictEqual(["a\nb"]);
    expect(groups("a[[:space:]]b", "a\nb")).toStrictEqual(["a\nb"]);
    expect(groups("\n", "a\nb")).toStrictEqual(["\n"]);
  });

  it("finds the ends of the text, or those of each line", () => {
    expect(groups("^b", "a\nb")).toBeUndefined();
    expect(groups("a$", "a\nb")).toBeUndefined();
    expect(groups("^b", "a\nb", { multiline: true })).toStrictEqual(["b"]);
    expect(groups("a$", "a\nb", { multiline: true })).toStrictEqual(["a"]);
    expect(groups("\\`b", "a\nb", { multiline: true })).toBeUndefined();
    expect(groups("b\\'", "a\nb", { multiline: true })).toStrictEqual(["b"]);
  });

  it.each(["a".repeat(32), "a".repeat(33), "0123456789".repeat(7)])(
    "looks for all of a plain text: %s",
    (plain) => {
      const search = new TextSearch(parseExtended(plain));
      expect(search.test(`x${plain}x`)).toBe(true);
      expect(search.test(`x${plain.slice(0, -1)}x`)).toBe(false);
      expect(search.find(`x${plain}x`)).toStrictEqual({ start: 1, end: 1 + plain.length });
    },
  );

  it("gives the longest match, whichever engine finds it", () => {
    expect(groups("a|ab", "ab")).toStrictEqual(["ab"]);
    expect(groups("(a|ab)(c|bcd)", "abcd")).toStrictEqual(["abcd", "a", "bcd"]);
    expect(groups("(foo|bar)=(.*)", "x bar=1")).toStrictEqual(["bar=1", "bar", "1"]);
    expect(groups("(ab)*c?", "ababc")).toStrictEqual(["ababc", "ab"]);
  });

  it("finds alike in a text that is too long for the engine that goes back", () => {
    const pattern = "(x*)a(x*)b(x*)c(x*)";
    const text = `${"x".repeat(3_000)}axbxxc`;
    expect(groups(pattern, text)?.slice(2)).toStrictEqual(["x", "xx", ""]);
    expect(groups(pattern, "axbxxc")?.slice(2)).toStrictEqual(["x", "xx", ""]);
  });

  it.each([
    ["(a+)+$", `${"a".repeat(30_000)}b`],
    ["(.*)*x", "a".repeat(30_000)],
    ["a*a*a*a*a*b", "a".repeat(30_000)],
  ])("ends in time, whatever the expression: %s", (pattern, text) => {
    expect(groups(pattern, text)).toBeUndefined();
  });

  it("finds a word's edges with both engines", () => {
    expect(groups("\\<(foo|foobar)\\>", "a foobar")).toStrictEqual(["foobar", "foobar"]);
    expect(groups("\\<[a-z]+\\>", "1 ab")).toStrictEqual(["ab"]);
  });

  it("knows characters beyond ASCII as one", () => {
    expect(groups("^.t.$", "été")).toStrictEqual(["été"]);
    expect(groups("É", "été", { ignoreCase: true })).toStrictEqual(["é"]);
  });
});
