import { describe, expect, it } from "@jest/globals";
import { didYouMean } from "../src/did-you-mean.ts";

const KEYS = ["filesystem", "environment", "network", "container", "git"];

describe("didYouMean", () => {
  it.each([
    ["netwrok", "network"],
    ["filesytem", "filesystem"],
    ["containers", "container"],
    ["Network", "network"],
    ["gti", "git"],
  ])("takes %j for %j", (word, meant) => {
    expect(didYouMean(word, KEYS)).toBe(meant);
  });

  it.each(["", "x", "volumes", "gxx"])("has nothing near %j", (word) => {
    expect(didYouMean(word, KEYS)).toBeUndefined();
  });

  it("prefers the nearest", () => {
    expect(didYouMean("domain", ["remain", "domains"])).toBe("domains");
  });
});
