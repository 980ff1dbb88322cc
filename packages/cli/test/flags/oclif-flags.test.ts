import { describe, expect, it } from "@jest/globals";
import { oclifFlags } from "../../src/flags/oclif-flags.ts";

describe("oclifFlags", () => {
  const flags = oclifFlags({
    agent: { type: "string", description: "who works", options: ["claude", "codex"] },
    branch: { type: "string", short: "b", description: "a branch", helpValue: "NAME" },
    build: { type: "boolean", description: "build first" },
    fetch: { type: "boolean", description: "fetch first", default: true },
  });

  it("tells oclif what help says of a value", () => {
    expect(flags["agent"]).toMatchObject({ type: "option", options: ["claude", "codex"] });
    expect(flags["branch"]).toMatchObject({
      type: "option",
      char: "b",
      description: "a branch",
      helpValue: "NAME",
    });
  });

  it("lets a switch be turned off that is on by default, and no other", () => {
    expect(flags["fetch"]).toMatchObject({ type: "boolean", default: true, allowNo: true });
    expect(flags["build"]).toMatchObject({ type: "boolean", default: false, allowNo: false });
  });
});
