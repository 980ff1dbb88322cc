import { SandboxError } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";

import { parseHost } from "../../src/allow/parse-host.ts";

const failure = (text: string) => {
  try {
    parseHost(text);
  } catch (error) {
    if (error instanceof SandboxError) return error;
  }
  throw new Error("It was taken");
};

describe("parseHost", () => {
  it.each([
    ["new.example", "new.example"],
    ["NEW.Example.", "new.example"],
    ["*.new.example", "*.new.example"],
  ])("takes %s as the configuration does", (text, host) => {
    expect(parseHost(text)).toBe(host);
  });

  it.each([
    "",
    "*",
    "a b",
    "https://new.example/",
    "new.example:8080",
    "192.0.2.1",
    "[::1]",
    "a/b",
  ])("refuses %j as wrong usage, and says what to write", (text) => {
    const { code, message, hint } = failure(text);
    expect(code).toBe("USAGE");
    expect(message).toMatch(/^Cannot open "/);
    expect(hint).toBeDefined();
  });
});
