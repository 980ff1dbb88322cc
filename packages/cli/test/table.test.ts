import { describe, expect, it } from "@jest/globals";
import { table } from "../src/table.ts";

describe("table", () => {
  it("makes each column as wide as its widest cell, two spaces apart", () => {
    const rows = [
      ["shop", "running"],
      ["a-longer-name", "off"],
    ];
    expect(table(["NAME", "STATE"], rows)).toBe(
      ["NAME           STATE", "shop           running", "a-longer-name  off"].join("\n"),
    );
  });

  it("leaves no space at the end of a line, and no line at the end", () => {
    const text = table(["A", "LONG HEADER"], [["1", ""]]);
    expect(text).toBe("A  LONG HEADER\n1");
  });

  it("shows the header alone where there are no rows", () => {
    expect(table(["A", "B"], [])).toBe("A  B");
  });

  it("takes a row that is too short as one with empty cells", () => {
    expect(table(["A", "B"], [["12345"], ["1", "2"]])).toBe("A      B\n12345\n1      2");
  });
});
