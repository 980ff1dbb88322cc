import { describe, expect, it } from "@jest/globals";
import { parseStart } from "../src/start-command.ts";

describe("parseStart", () => {
  it("is about this directory where it is told nothing", () => {
    expect(parseStart([])).toEqual({
      path: ".",
      build: false,
      fetch: true,
      trust: false,
      json: false,
    });
  });

  it("reads its path and flags in either form and any order", () => {
    const words = ["-b", "feat", "app", "--from=v1", "--no-fetch", "--build", "-c", "my.json"];
    expect(parseStart([...words, "--base-tag", "old", "--trust", "--json"])).toEqual({
      path: "app",
      branch: "feat",
      from: "v1",
      fetch: false,
      build: true,
      configFile: "my.json",
      baseTag: "old",
      trust: true,
      json: true,
    });
  });

  it.each([
    ["a second workspace", ["a", "b"], 'Cannot start: "b" is too much'],
    ["an unknown flag", ["--brunch", "x"], "Unknown option '--brunch'"],
    ["a flag without its value", ["--branch"], "Option '-b, --branch <value>' argument missing"],
  ])("refuses %s", (_, words, sentence) => {
    expect(() => parseStart(words)).toThrow(
      expect.objectContaining({ code: "USAGE", message: expect.stringContaining(sentence) }),
    );
  });
});
