import { describe, expect, it } from "@jest/globals";

import { showAllowed } from "../../src/allow/show-allowed.ts";

const ALLOWED = {
  name: "new.example",
  sandbox: "agent-sandbox-demo-1",
  workspace: "/w",
  result: "opened",
} as const;

describe("showAllowed", () => {
  it("says until when, by the clock of this machine, or that the sandbox's end is the end", () => {
    expect(showAllowed(ALLOWED)).toBe(
      'Opened "new.example" in agent-sandbox-demo-1, until the sandbox ends',
    );
    const until = new Date(2026, 2, 4, 5, 6, 7).toISOString();
    expect(showAllowed({ ...ALLOWED, until })).toMatch(/, until 2026-03-04 05:06:07$/);
  });

  it("says that nothing was to be done", () => {
    expect(showAllowed({ ...ALLOWED, result: "open" })).toBe(
      '"new.example" is open already in agent-sandbox-demo-1',
    );
  });
});
