import { describe, expect, it } from "@jest/globals";
import { EXIT_STATUS } from "../src/exit-status.ts";

describe("the exit status", () => {
  it.each([
    ["USAGE", 2],
    ["TIMED_OUT", 124],
    ["POLICY_DENIED", 126],
    ["PROGRAM_MISSING", 127],
    ["INTERRUPTED", 130],
  ] as const)("of %s is %d", (code, status) => {
    expect(EXIT_STATUS[code]).toBe(status);
  });

  it("of every other failure of agent-sandbox is 125", () => {
    const others = Object.entries(EXIT_STATUS).filter(
      ([code]) =>
        !["USAGE", "TIMED_OUT", "POLICY_DENIED", "PROGRAM_MISSING", "INTERRUPTED"].includes(code),
    );
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(([, status]) => status !== 125)).toEqual([]);
  });
});
