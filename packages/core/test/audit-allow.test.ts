import { describe, expect, it } from "@jest/globals";

import { aboutAllow } from "../src/audit-allow.ts";

const ABOUT = {
  engine: "docker",
  workspace: "/w",
  target: "new.example",
  user: "jane",
  uid: 1000,
  until: "2026-03-04T05:06:07.000Z",
} as const;

describe("aboutAllow", () => {
  it("says who opens what, where and until when", () => {
    expect(aboutAllow(ABOUT)).toStrictEqual(ABOUT);
    expect(aboutAllow({ ...ABOUT, branch: "topic" })).toMatchObject({ branch: "topic" });
  });

  it("records one line of each text, and nothing without end", () => {
    const about = aboutAllow({ ...ABOUT, user: `ja\nne${"x".repeat(500)}`, branch: "a\u001b[2Jb" });
    expect(about.user).toMatch(/^ja nex+…$/);
    expect(about.user.length).toBeLessThan(110);
    expect(about.branch).toBe("a [2Jb");
  });
});
