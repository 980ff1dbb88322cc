import { describe, expect, it } from "@jest/globals";

import { cutAtText, findText } from "../../src/regex/find-text.ts";

const HALF = "x".repeat(40);

/** Texts of which many places look like the one that is sought. */
const CASES = [
  ["x".repeat(200), HALF + HALF],
  ["x".repeat(200), `${HALF}y${HALF}`],
  [`${"x".repeat(150)}y${"x".repeat(60)}`, `${HALF}y${HALF}`],
  ["ab".repeat(300), `${"ab".repeat(30)}b`],
  [`${"ab".repeat(300)}b`, `${"ab".repeat(30)}b`],
  [`${"aab".repeat(100)}${"aaab".repeat(20)}`, `${"aab".repeat(15)}aaab`],
  ["x".repeat(30), HALF],
  ["", HALF],
  ["abc", "c"],
] as const;

describe("looking for a text", () => {
  it.each(CASES)("in %j finds %j where the engine's own search does", (text, wanted) => {
    for (const from of [0, 1, 77]) {
      expect(findText(text, wanted, from)).toBe(text.indexOf(wanted, from));
    }
    expect(cutAtText(text, wanted)).toEqual(text.split(wanted));
  });

  it("ends where both texts have megabytes, and every place looks like the one", () => {
    const half = "x".repeat(2_000_000);
    expect(findText(half + half, `${half}y${half.slice(1)}`)).toBe(-1);
    expect(findText(`${half}${half}y${half}`, `${half}y${half}`)).toBe(2_000_000);
  });
});
