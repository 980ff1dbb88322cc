import { describe, expect, it } from "@jest/globals";
import { parseProtectedPath } from "../../src/schema/protected-path.ts";

describe("parseProtectedPath", () => {
  it.each([
    ["Makefile", "Makefile", "file"],
    [".github/workflows/", ".github/workflows", "directory"],
    ["./a//b/./c", "a/b/c", "file"],
    ["a/.", "a", "directory"],
    ["app/[id]/page.tsx", "app/[id]/page.tsx", "file"],
    ["..a/b..", "..a/b..", "file"],
    ["with space", "with space", "file"],
  ])("takes %j as %j, a %s", (text, path, kind) => {
    expect(parseProtectedPath(text)).toEqual({ value: { path, kind } });
  });

  it.each([
    ["/etc/passwd", "outside the workspace"],
    ["~/.ssh", "outside the workspace"],
    ["../other", '".." segment'],
    ["a/../../b", '".." segment'],
    ["a/..", '".." segment'],
    ["", "the workspace itself"],
    [".", "the workspace itself"],
    ["./", "the workspace itself"],
    ["a\0b", "control character"],
    ["a\nro /etc", "control character"],
    ["secrets/*", "looks like a pattern"],
  ])("refuses %j: it is or has %s", (text, refused) => {
    expect(parseProtectedPath(text)).toMatchObject({ refused: expect.stringContaining(refused) });
  });
});
