import { describe, expect, it } from "@jest/globals";
import { parseWords } from "../../src/flags/parse-words.ts";

const FLAGS = {
  branch: { type: "string", short: "b", description: "a branch" },
  fetch: { type: "boolean", description: "whether to fetch", default: true },
} as const;

function parse(...words: readonly string[]) {
  return parseWords({ command: "open", words }, FLAGS);
}

describe("parseWords", () => {
  it("reads flags between other words", () => {
    const { values, positionals } = parse("a", "-bfeat", "b", "--json");
    expect(values).toEqual({ branch: "feat", fetch: true, json: true });
    expect(positionals).toEqual(["a", "b"]);
  });

  it("turns off by --no- what is on by default", () => {
    expect(parse("--no-fetch").values.fetch).toBe(false);
  });

  it.each([
    ["--brnch", 'Did you mean "--branch"?'],
    ["--jsno", 'Did you mean "--json"?'],
    ["--quite-different", "See more help with --help"],
  ])("says what %s may have been", (word, hint) => {
    expect(() => parse(word)).toThrow(
      expect.objectContaining({
        code: "USAGE",
        message: expect.stringMatching(`^Cannot open: .*Unknown option '${word}'`),
        hint,
      }),
    );
  });
});
