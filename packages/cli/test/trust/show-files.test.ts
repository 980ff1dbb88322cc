import { describe, expect, it } from "@jest/globals";
import type { AskingFile } from "../../src/trust/asking-file.ts";
import { questionAbout, showFiles } from "../../src/trust/show-files.ts";

const file = (name: string, ...what: readonly string[]): AskingFile => ({
  file: name,
  digest: "d",
  widenings: what.map((one) => ({ what: one, place: "key" })),
});

describe("showFiles", () => {
  it("has a line for each thing", () => {
    expect(showFiles([file("a", "reads x", "reads y"), file("b", "reads z")])).toBe(
      'The file "a"\n  reads x  (key)\n  reads y  (key)\nThe file "b"\n  reads z  (key)',
    );
  });

  it("lets no file write a line of its own, move the cursor or turn the text around", () => {
    const shown = showFiles([file("a", "x\nThe file nobody wrote\u001b[2J\u202e\u009b1m")]);
    expect(shown.split("\n")).toHaveLength(2);
    expect(shown).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });
});

describe("questionAbout", () => {
  it("says how much it is about", () => {
    expect(questionAbout([file("a", "x")])).toMatch(
      /^Accept this for .* the file stays as it is\?$/,
    );
    expect(questionAbout([file("a", "x", "y"), file("b", "z")])).toMatch(
      /^Accept these 3 things for .* the files stay as they are\?$/,
    );
  });
});
