import { describe, expect, it } from "@jest/globals";

import { pushEvent } from "../src/audit-push.ts";

const PUSH = {
  eventId: "p1",
  workspace: "/w",
  branch: "topic",
  ref: "refs/heads/topic",
  old: "0".repeat(40),
  new: "1".repeat(40),
  result: "accepted",
} as const;

describe("pushEvent", () => {
  it("says what was pushed and how it was decided", () => {
    expect(pushEvent(PUSH)).toStrictEqual({ event: "push", ...PUSH });
    expect(pushEvent({ ...PUSH, result: "refused", reason: "no" })).toMatchObject({
      result: "refused",
      reason: "no",
    });
  });

  it("records no password, no control character and nothing without end", () => {
    const reason = `hook:\n\u001b[2Jhttps://me:secret@host/a ${"x".repeat(9000)}`;
    const event = pushEvent({ ...PUSH, result: "refused", reason, ref: "refs/heads/a\u0007b" });
    expect(event.ref).toBe("refs/heads/a b");
    expect(event.reason).toMatch(/^hook: \[2Jhttps:\/\/host\/a x+…$/);
    expect(event.reason?.length).toBeLessThan(510);
  });

  it("leaves out what it was not asked to record", () => {
    const more = { ...PUSH, command: ["git", "push", "https://me:secret@host"] };
    expect(JSON.stringify(pushEvent(more))).not.toContain("secret");
  });
});
