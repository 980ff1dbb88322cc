import { describe, expect, it } from "@jest/globals";
import { parseJsonc } from "../../src/config/parse-jsonc.ts";

describe("parseJsonc", () => {
  it("takes comments and trailing commas and notes each value's line", () => {
    const text = '{\n  // why\n  "a": ["x",\n    "y",],\n  /* b */ "b": { "c": 1 },\n}\n';
    const { value, lines } = parseJsonc(text, "f");
    expect(value).toEqual({ a: ["x", "y"], b: { c: 1 } });
    expect(Object.fromEntries(lines)).toEqual({
      "": 1,
      a: 3,
      "a[0]": 3,
      "a[1]": 4,
      b: 5,
      "b.c": 5,
    });
  });

  it.each(["", "  \n", "// nothing yet\n"])("takes %j for an empty object", (text) => {
    expect(parseJsonc(text, "f").value).toEqual({});
  });

  it.each([
    ['{\n  "a": [1 2]\n}', 'Cannot read "f", line 2, column 11: comma expected'],
    ['{"a": }', 'Cannot read "f", line 1, column 7: value expected'],
    ['{"a": 1', 'Cannot read "f", line 1, column 8: close brace expected'],
    ['{"a": 1} x', 'Cannot read "f", line 1, column 10: invalid symbol'],
    ['{\n"a": 1,\n  "a": 2}', 'Cannot read "f", line 3, column 3: "a" is there twice'],
    ["{\n\"b\": {'a': 1}}", 'Cannot read "f", line 2, column 7: invalid symbol'],
  ])("refuses %j with its place", (text, message) => {
    expect(() => parseJsonc(text, "f")).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID", message }),
    );
  });

  it("keeps a key named __proto__ an ordinary key", () => {
    expect(Object.keys(parseJsonc('{"__proto__": {}}', "f").value as object)).toEqual([
      "__proto__",
    ]);
  });
});
