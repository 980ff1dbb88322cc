import { describe, expect, it } from "@jest/globals";

import { age } from "../src/age.ts";

const now = new Date("2026-03-01T12:00:00Z");

describe("age", () => {
  it.each([
    ["2026-03-01T12:00:00Z", "0s"],
    ["2026-03-01T11:59:01Z", "59s"],
    ["2026-03-01T11:59:00Z", "1m"],
    ["2026-03-01T11:00:01Z", "59m"],
    ["2026-03-01T11:00:00Z", "1h"],
    ["2026-02-28T12:00:01Z", "23h"],
    ["2025-03-01T12:00:00Z", "365d"],
  ])("says of %s: %s", (since, expected) => {
    expect(age(new Date(since), now)).toBe(expected);
  });

  it("takes a clock that was set back for no time at all", () => {
    expect(age(new Date("2026-03-01T12:00:05Z"), now)).toBe("0s");
  });
});
