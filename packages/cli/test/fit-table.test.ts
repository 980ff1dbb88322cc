import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { displayWidth } from "../src/display-width.ts";
import { type Column, fitTable } from "../src/fit-table.ts";

const COLUMNS: readonly Column[] = [
  { title: "PLACE", least: 6, cut: "start" },
  { title: "STATE" },
  { title: "WORKDIR", least: 8, optional: true },
  { title: "MORE", least: 4, optional: true },
];
const ROWS = [["/home/ann/shop", "running", "/workspace/shop", "one two three"]];
const at = (width: number | undefined) => fitTable(COLUMNS, ROWS, width).split("\n");

describe("fitTable", () => {
  it("takes the width that it wants where there is no limit, or enough room", () => {
    const whole = [
      "PLACE           STATE    WORKDIR          MORE",
      "/home/ann/shop  running  /workspace/shop  one two three",
    ];
    expect(at(undefined)).toEqual(whole);
    expect(at(55)).toEqual(whole);
  });

  it("makes columns narrower, from the right, each at the end that says less", () => {
    expect(at(50)[1]).toBe("/home/ann/shop  running  /workspace/shop  one two…");
    expect(at(40)[1]).toBe("/home/ann/shop  running  /workspa…  one…");
    expect(at(34)[1]).toBe("…ann/shop  running  /worksp…  one…");
  });

  it("leaves columns out where all are as narrow as they may be", () => {
    expect(at(28)).toEqual(["PLACE      STATE    WORKDIR", "…ann/shop  running  /worksp…"]);
    expect(at(15)).toEqual(["PLACE   STATE", "…/shop  running"]);
  });

  it("is never wider than it may be, whatever is in it", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "/", "日", "é", "🚀"), maxLength: 60 });
    const rows = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 120 }), (some, width) => {
        const lines = fitTable(COLUMNS, some, width).split("\n");
        expect(lines).toHaveLength(some.length + 1);
        expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
