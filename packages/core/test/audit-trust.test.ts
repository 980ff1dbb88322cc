import { describe, expect, it } from "@jest/globals";

import { trustEvent } from "../src/audit-trust.ts";

const TRUST = {
  result: "accepted",
  user: "ann",
  workspace: "/w",
  file: ".agent-sandbox/config.json",
  digest: "d",
  widenings: ['reaches "a.example"'],
  remembered: true,
} as const;

describe("trustEvent", () => {
  it("says who accepted what", () => {
    expect(trustEvent(TRUST)).toStrictEqual({ event: "trust", ...TRUST });
    const { digest: _, ...revoked } = TRUST;
    expect(trustEvent({ ...revoked, result: "revoked" })).not.toHaveProperty("digest");
  });

  it("records no control character and nothing without end", () => {
    const widenings = Array.from({ length: 500 }, () => `x\n\u001b[2J${"y".repeat(9000)}`);
    const event = trustEvent({ ...TRUST, widenings });
    expect(event.widenings).toHaveLength(101);
    expect(event.widenings[0]).toMatch(/^x \[2Jy+…$/);
    expect(event.widenings.at(-1)).toBe("400 more");
  });
});
