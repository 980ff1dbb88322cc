import { describe, expect, it } from "@jest/globals";

import { cutTo, displayWidth } from "../src/display-width.ts";

describe("displayWidth", () => {
  it.each([
    ["feat/x", 6],
    ["日本語", 6],
    ["e\u0301", 1],
    ["ship🚀", 6],
    ["a\u200bb", 2],
    ["ｆｕ", 4],
    ["naïve…", 6],
  ])("counts %j as %d cells", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe("cutTo", () => {
  it("leaves what fits as it is", () => {
    expect(cutTo(4, "feat")).toBe("feat");
  });

  it("takes the end away, or the start, and says so", () => {
    expect(cutTo(5, "/home/ann/shop")).toBe("/hom…");
    expect(cutTo(5, "/home/ann/shop", "start")).toBe("…shop");
  });

  it("never takes half a wide character, nor more room than there is", () => {
    expect(cutTo(4, "日本語")).toBe("日…");
    expect(cutTo(4, "日本語", "start")).toBe("…語");
  });
});
