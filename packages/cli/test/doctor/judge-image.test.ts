import { describe, expect, it } from "@jest/globals";

import { judgeBaseImage, judgeProgram, judgeWorkspaceImage } from "../../src/doctor/judge-image.ts";

const NOW = new Date("2026-03-31T00:00:00Z");

describe("the base image", () => {
  const base = { name: "agent-sandbox-base:latest", tag: "latest" };

  it("of this month is well", () => {
    const created = new Date("2026-03-11T00:00:00Z");
    expect(judgeBaseImage({ ...base, created }, NOW)).toEqual({
      verdict: "ok",
      message: '"agent-sandbox-base:latest" is 20d old',
    });
  });

  it("of last month is a warning", () => {
    const created = new Date("2026-02-28T00:00:00Z");
    expect(judgeBaseImage({ ...base, created }, NOW).verdict).toBe("warning");
  });

  it("that is not there is a problem, with the command that builds it", () => {
    const other = { name: "agent-sandbox-base:two", tag: "two", created: undefined };
    expect(judgeBaseImage(other, NOW)).toMatchObject({
      verdict: "problem",
      hint: "Build it: agent-sandbox build-base --tag two",
    });
  });
});

describe("an agent of the image", () => {
  const codex = { status: 0, said: "codex-cli 0.169.0" };

  it.each([
    ["0.169.0", "ok"],
    ["0.168.9", "ok"],
    ["0.170.0", "warning"],
    ["0.1690.0", "warning"],
  ])("where npm has %s is %s", (version, verdict) => {
    const found = judgeProgram("codex", codex, { kind: "version", version });
    expect(found.verdict).toBe(verdict);
    expect(found.message).toContain("0.169.0");
  });

  it("is well where npm does not answer", () => {
    const found = judgeProgram("codex", codex, { kind: "silent", reason: "no network" });
    expect(found).toMatchObject({ verdict: "ok", message: expect.stringContaining("0.169.0") });
  });

  it.each([
    ["does not start", { status: 127, said: "not found" }],
    ["says no version", { status: 0, said: "" }],
    ["hangs", { status: 124, said: "0.169.0" }],
    ["was not there to be asked", undefined],
  ])("that %s is a problem", (_, program) => {
    expect(judgeProgram("codex", program, { kind: "unknown" }).verdict).toBe("problem");
  });
});

it("a workspace's image is to be built on the base image that is there", () => {
  const name = "agent-sandbox-shop:latest";
  expect(judgeWorkspaceImage({ name, isOnBase: true }).verdict).toBe("ok");
  expect(judgeWorkspaceImage({ name, isOnBase: undefined })).toMatchObject({
    verdict: "warning",
    hint: "Build it: agent-sandbox build",
  });
  expect(judgeWorkspaceImage({ name, isOnBase: false })).toMatchObject({
    verdict: "warning",
    hint: expect.stringContaining("agent-sandbox restart") as unknown,
  });
});
