import { describe, expect, it } from "@jest/globals";
import { covers } from "../../src/resolve/denials.ts";

describe("covers", () => {
  it.each([
    ["a.example", "a.example", true],
    ["*.example", "a.example", true],
    ["*.example", "a.b.example", true],
    ["*.example", "*.a.example", true],
    ["*.example", "*.example", true],
    ["*.example", "example", false],
    ["example", "a.example", false],
    ["a.example", "*.example", false],
    ["*.a.example", "*.example", false],
    ["*.example", "badexample", false],
  ])("says of %j and %j: %j", (pattern, host, covered) => {
    expect(covers(pattern, host)).toBe(covered);
  });
});
