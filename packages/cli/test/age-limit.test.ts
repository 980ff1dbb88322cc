import { describe, expect, it } from "@jest/globals";

import { parseAge } from "../src/age-limit.ts";

describe("parseAge", () => {
  it.each([
    ["30m", 1_800_000],
    ["12h", 43_200_000],
    ["7d", 604_800_000],
    ["2w", 1_209_600_000],
    ["0d", 0],
  ])("reads %s", (text, milliseconds) => {
    expect(parseAge(text)).toBe(milliseconds);
  });

  it.each(["", "7", "d", "1.5d", "-1d", "soon", "7D"])("refuses %j", (text) => {
    expect(() => parseAge(text)).toThrow(`Cannot use "${text}" as an age`);
  });
});
