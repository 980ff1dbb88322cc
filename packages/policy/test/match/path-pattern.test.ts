import { describe, expect, it } from "@jest/globals";
import { matchesPath, parsePathPattern, type PathPattern } from "../../src/match/path-pattern.ts";

function pattern(text: string): PathPattern {
  const parsed = parsePathPattern(text);
  if ("refused" in parsed) throw new Error(parsed.refused);
  return parsed.value;
}

const matches = (text: string, path: string, isFile = false) =>
  matchesPath(pattern(text), path === "" ? [] : path.split("/"), isFile);

describe("a pattern of paths", () => {
  it.each([
    [".env", ".env", true],
    [".env", "a/b/.env", true],
    [".env", ".env/x", true],
    [".env", "", false],
    ["**/.env*", ".env.local", true],
    ["**/.env*", "a/.env.local/x", true],
    ["**/a/b", "x/a/b", true],
    ["**/a/b", "a/x/b", false],
    ["./a", "a", true],
    ["./a", "x/a", false],
    ["a/b", "a/b/c", true],
    ["a/b", "x/a/b", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b/z", true],
    ["a/**/b", "a/x", false],
    ["a/**", "a", false],
    ["a/**", "a/x", true],
    ["a/*/c", "a/b/c", true],
    ["a/*/c", "a/b/x/c", false],
    ["**/a/**/b/**/c", "x/a/a/y/b/b/c", true],
    ["**/**/a", "a", true],
    ["a//b/.", "a/b", true],
    ["~/x", "x", true],
    ["~/x", "y/x", false],
  ])("%j and %j: %j", (text, path, expected) => {
    expect(matches(text, path)).toBe(expected);
  });

  it("with a slash at its end means a directory, and what is in it", () => {
    expect(matches(".aws/", ".aws", true)).toBe(false);
    expect(matches(".aws/", ".aws")).toBe(true);
    expect(matches(".aws/", "a/.aws/config", true)).toBe(true);
  });

  it.each([
    [".env", "any"],
    [".aws/", "any"],
    ["**/a/b", "any"],
    ["./.env", "root"],
    ["a/b", "root"],
    ["~/.netrc", "home"],
  ])("%j starts at: %s", (text, anchor) => {
    expect(pattern(text).anchor).toBe(anchor);
  });

  it.each([
    ["", "names no file"],
    ["/", "starts with a slash"],
    ["/etc", "starts with a slash"],
    ["**", "names no file"],
    ["./", "names no file"],
    ["~/", "names no file"],
    ["a/../b", '".." segment'],
    ["!.env", 'starts with "!"'],
    ["a\\b", "backslash"],
    ["*.{pem,key}", "braces"],
    ["~ann/x", "another user's home"],
    ["a/[b", 'has a "["'],
    ["a\nb", "control character"],
  ])("cannot be %j: it %s", (text, state) => {
    expect(parsePathPattern(text)).toMatchObject({ refused: expect.stringContaining(state) });
  });

  it("is no harder for many stars", () => {
    const stars = Array.from({ length: 200 }, () => "**/a").join("/");
    const names = Array.from({ length: 5000 }, () => "a");
    expect(matchesPath(pattern(`${stars}/b`), names)).toBe(false);
  });
});
