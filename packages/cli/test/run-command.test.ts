import { describe, expect, it } from "@jest/globals";
import { parseRun } from "../src/run-command.ts";

describe("parseRun", () => {
  it("takes everything after the first -- as the command, in its own order", () => {
    const { argv, path } = parseRun(["--", "a", "b", "--json", "a", "--", "-c"]);
    expect(argv).toEqual(["a", "b", "--json", "a", "--", "-c"]);
    expect(path).toBe(".");
  });

  it("reads its own path and flags before it, in either form", () => {
    const words = [
      "app",
      "--timeout=5m",
      "-c",
      "my.json",
      "--base-tag",
      "old",
      "--branch=feat",
      "--from=v1",
      "--no-fetch",
      "--trust",
      "--json",
      "--",
      "x",
    ];
    expect(parseRun(words)).toEqual({
      path: "app",
      configFile: "my.json",
      baseTag: "old",
      branch: "feat",
      from: "v1",
      fetch: false,
      trust: true,
      argv: ["x"],
      timeLimit: 300_000,
      json: true,
    });
  });

  it("takes what follows -- as an agent's prompt, with its model", () => {
    const parsed = parseRun(["--agent", "codex", "--model=m", "--", "fix it"]);
    expect(parsed).toMatchObject({ agent: "codex", model: "m", argv: ["fix it"] });
  });

  it.each([
    ["no command", ["app"], "no command is given"],
    ["a command without --", ["app", "ls", "--", "x"], '"ls" is too much'],
    ["an unknown flag", ["--brunch", "x", "--", "y"], "--brunch"],
    ["a flag without its value", ["--timeout", "--", "y"], "--timeout"],
    ["an agent without a prompt", ["--agent", "codex"], "no prompt is given"],
    ["a model without an agent", ["--model", "x", "--", "y"], '"--model" is for an agent'],
    ["a value for a switch", ["--json=no", "--", "y"], "--json"],
  ])("refuses %s", (_, words, sentence) => {
    expect(() => parseRun(words)).toThrow(
      expect.objectContaining({ code: "USAGE", message: expect.stringContaining(sentence) }),
    );
  });

  it("says what an unknown flag may have been", () => {
    expect(() => parseRun(["--timeot", "5", "--", "x"])).toThrow(
      expect.objectContaining({ hint: 'Did you mean "--timeout"?' }),
    );
  });
});
