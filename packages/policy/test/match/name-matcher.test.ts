import { describe, expect, it } from "@jest/globals";
import { nameMatcher } from "../../src/match/name-matcher.ts";

describe("nameMatcher", () => {
  it.each([
    ["*.json", "a.json", true],
    ["*.json", ".json", true],
    ["*.json", "a.jsonc", false],
    ["[id]", "[id]", true],
    ["[id]", "i", true],
    ["src", "src", true],
    ["src", "Src", false],
  ])("takes %s for %s: %s", (segment, name, expected) => {
    expect(nameMatcher(segment)(name)).toBe(expected);
  });
});
