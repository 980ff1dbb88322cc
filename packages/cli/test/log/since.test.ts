import { describe, expect, it } from "@jest/globals";

import { parseSince } from "../../src/log/since.ts";

const NOW = new Date("2026-03-04T12:00:00Z");

describe("parseSince", () => {
  it.each([
    ["30s", "2026-03-04T11:59:30.000Z"],
    ["2h", "2026-03-04T10:00:00.000Z"],
    ["1w", "2026-02-25T12:00:00.000Z"],
    ["2026-03-01T05:06:07Z", "2026-03-01T05:06:07.000Z"],
    ["99999999999999999999w", "1970-01-01T00:00:00.000Z"],
  ])("takes %j for a moment", (text, moment) => {
    expect(parseSince(text, NOW).toISOString()).toBe(moment);
  });

  it("takes a date for its beginning, by this machine's clock", () => {
    expect(parseSince("2026-03-01", NOW)).toEqual(new Date(2026, 2, 1));
    expect(parseSince("2026-03-01 05:06", NOW)).toEqual(new Date(2026, 2, 1, 5, 6));
  });

  it.each(["", "2", "h", "-2h", "yesterday", "2026-13-01", "2026-03-01x"])("refuses %j", (text) => {
    expect(() => parseSince(text, NOW)).toThrow(/Cannot use ".*" as a moment/);
  });
});
