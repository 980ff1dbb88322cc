import { describe, expect, it } from "@jest/globals";
import { parseDuration } from "../src/duration.ts";

describe("parseDuration", () => {
  it.each([
    ["90", 90_000],
    ["90s", 90_000],
    ["5m", 300_000],
    ["1.5h", 5_400_000],
    ["0.5", 500],
    ["0.001", 1],
    [" 2m ", 120_000],
    ["2147483.647", 2_147_483_647],
    ["596h", 2_145_600_000],
  ])("reads %j as %d milliseconds", (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each([
    ["nothing", ""],
    ["a unit alone", "s"],
    ["no time", "0"],
    ["less than a millisecond", "0.0004"],
    ["a negative number", "-5"],
    ["an exponent", "1e3"],
    ["hexadecimal", "0x10"],
    ["an unknown unit", "5d"],
    ["a unit of two letters", "5ms"],
    ["an upper-case unit", "5M"],
    ["two durations", "1h30m"],
    ["a space inside", "5 m"],
    ["a comma", "1,5h"],
    ["a half number", ".5h"],
    ["infinity", "Infinity"],
    ["more than a timer of Node holds", "2147483.648"],
    ["far more", "99999999999999999999h"],
  ])("refuses %s", (_, text) => {
    expect(() => parseDuration(text)).toThrow(
      expect.objectContaining({
        code: "USAGE",
        message: `Cannot use "${text}" as a time limit: not a duration`,
        hint: expect.stringContaining('"5m"') as unknown,
      }),
    );
  });
});
