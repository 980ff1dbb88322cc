import { describe, expect, it } from "@jest/globals";

import { decodeText, encodeText } from "../../src/shell/text.ts";

const PARTS = ["a", "\n", "é", "€", "\u{1f600}", "\ufeff"].map((text) => Buffer.from(text));
const BROKEN = [
  ...[[0x80], [0xc0, 0xaf], [0xc3], [0xe2, 0x82], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80]],
  ...[[0xf0, 0x9f, 0x98], [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5], [0xff]],
].map((bytes) => Buffer.from(bytes));

describe("bytes as text", () => {
  it.each(BROKEN)("holds what is no character byte by byte: %p", (broken) => {
    const alone = Array.from(broken, (byte) => String.fromCharCode(0xdc00 + byte)).join("");
    for (const part of PARTS) {
      const bytes = Buffer.concat([part, broken, part]);
      const text = decodeText(bytes);
      expect(text).toBe(`${part.toString()}${alone}${part.toString()}`);
      expect(Buffer.from(encodeText(text))).toEqual(bytes);
    }
  });

  it("writes half of a pair that is no such byte as U+FFFD", () => {
    expect(Buffer.from(encodeText("\ud800a\udc80")).toString("hex")).toBe("efbfbd6180");
  });
});
