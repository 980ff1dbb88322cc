import { describe, expect, it } from "@jest/globals";

import { decisionEvent } from "../src/audit-decision.ts";

const DECISION = {
  operation: "read",
  target: "./.env",
  result: "blocked",
  policy: "sensitive-file-pattern",
  engine: "docker",
  workspace: "/w",
} as const;

describe("decisionEvent", () => {
  it("says what was decided, on what, by which rule and who says so", () => {
    const more = { agent: "code-architect", reason: "Matches", branch: "b", trust: "reported" };
    const decision = { ...DECISION, ...more, trust: "reported" as const };
    expect(decisionEvent(decision)).toStrictEqual({ event: "decision", ...decision });
    expect(decisionEvent(DECISION)).toStrictEqual({ event: "decision", ...DECISION });
  });

  it("makes one bounded line of whatever an agent says, without control characters or secrets", () => {
    const event = decisionEvent({
      ...DECISION,
      agent: "a".repeat(1000),
      target: 'https://u:p@host/?token=abc\n{"trust":"trusted"}\u001b[2J\u202e',
      reason: "x".repeat(10_000_000),
    });
    expect(event.target).toBe('https://host/?token=… {"trust":"trusted"} [2J');
    expect(event.agent?.length).toBe(101);
    expect(event.reason?.length).toBe(501);
  });

  it.each(["", "A", "read\nx", "a".repeat(65), "-x"])("takes %j for no word", (word) => {
    expect(decisionEvent({ ...DECISION, operation: word, policy: word })).toMatchObject({
      operation: "unknown",
      policy: "unknown",
    });
  });

  it.each([0, -1, 1.5, NaN, 1e300])("leaves out %d as a count", (suppressed) => {
    expect(decisionEvent({ ...DECISION, suppressed })).not.toHaveProperty("suppressed");
  });
});
