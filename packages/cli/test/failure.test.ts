import { SandboxError } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { CLIError } from "@oclif/core/errors";
import { toFailure } from "../src/failure.ts";

describe("toFailure", () => {
  it("tells a failure of agent-sandbox with all that it carries", () => {
    const details = { hint: "Stop what uses it", detail: "bind: in use", cause: new Error("x") };
    const error = new SandboxError("PORT_TAKEN", "Cannot start: port 80 is in use", details);
    expect(toFailure(error)).toEqual({
      code: "PORT_TAKEN",
      message: "Cannot start: port 80 is in use",
      hint: "Stop what uses it",
      detail: "bind: in use",
      status: 125,
    });
  });

  it.each([
    ["TIMED_OUT", 124],
    ["INTERRUPTED", 130],
    ["USAGE", 2],
  ] as const)("gives %s the status %d", (code, status) => {
    expect(toFailure(new SandboxError(code, "Cannot go on: x"))).toMatchObject({ code, status });
  });

  it.each([
    ["Nonexistent flag: --foo\nSee more help with --help", "Nonexistent flag: --foo"],
    ["Unexpected argument: b\n\nUSAGE\n  $ x", "Unexpected argument: b"],
    ["command shel not found", "command shel not found"],
  ])("takes oclif's %j for wrong usage, without its paragraph on help", (text, message) => {
    expect(toFailure(new CLIError(text))).toEqual({
      code: "USAGE",
      message,
      hint: "See more help with --help",
      detail: undefined,
      status: 2,
    });
  });

  it.each([
    ["an error", new TypeError("x is not a function"), "Cannot go on: x is not a function"],
    ["a text", "boom", "Cannot go on: boom"],
    ["nothing", undefined, "Cannot go on: undefined"],
    ["an object", { code: "USAGE" }, "Cannot go on: [object Object]"],
  ])("calls %s that nobody expected a bug of agent-sandbox", (_, error, message) => {
    expect(toFailure(error)).toMatchObject({
      code: "BUG",
      message,
      hint: expect.stringContaining("bug of agent-sandbox") as unknown,
      status: 1,
    });
  });

  it("never shows a stack trace", () => {
    const errors = [new TypeError("x"), new CLIError("x"), new SandboxError("USAGE", "Cannot: x")];
    for (const error of errors) {
      expect(JSON.stringify(toFailure(error))).not.toContain("failure.test.ts");
    }
  });
});
