import { describe, expect, it } from "@jest/globals";
import { SandboxError } from "../src/errors.ts";

describe("SandboxError", () => {
  it("carries its code, hint, detail and cause apart from the message", () => {
    const cause = new Error("EACCES");
    const error = new SandboxError("CONFIG_INVALID", 'Cannot read "x": permission denied', {
      hint: "Make it readable",
      detail: "the last lines",
      cause,
    });
    expect(error).toMatchObject({
      name: "SandboxError",
      code: "CONFIG_INVALID",
      message: 'Cannot read "x": permission denied',
      hint: "Make it readable",
      detail: "the last lines",
    });
    expect(error.cause).toBe(cause);
  });

  it("is an Error with a stack", () => {
    const error = new SandboxError("USAGE", "Cannot go on: nothing is given");
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain("errors.test.ts");
  });

  it("knows the errors of another bundle, which has a class of its own for them", () => {
    class FromAnotherBundle extends Error {
      override readonly name = "SandboxError";
    }
    expect(new FromAnotherBundle()).toBeInstanceOf(SandboxError);
    expect(new Error("SandboxError")).not.toBeInstanceOf(SandboxError);
    expect({ name: "SandboxError" }).not.toBeInstanceOf(SandboxError);
  });

  it("has neither hint, detail nor a cause of its own without details", () => {
    const error = new SandboxError("USAGE", "Cannot go on: nothing is given");
    expect([error.hint, error.detail]).toEqual([undefined, undefined]);
    expect(error).not.toHaveProperty("cause");
  });
});
