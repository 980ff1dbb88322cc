import { describe, expect, it } from "@jest/globals";
import { parseYaml } from "../../src/config/parse-yaml.ts";

describe("parseYaml", () => {
  it("notes each value's line", () => {
    const { value, lines } = parseYaml("# why\na:\n  - x\n  - y\nb: { c: 1 }\n", "f");
    expect(value).toEqual({ a: ["x", "y"], b: { c: 1 } });
    expect(Object.fromEntries(lines)).toEqual({ a: 2, "a[0]": 3, "a[1]": 4, b: 5, "b.c": 5 });
  });

  it.each(["", "# nothing yet\n"])("takes %j for an empty object", (text) => {
    expect(parseYaml(text, "f").value).toEqual({});
  });

  it.each([
    ["a: 1\na: 2\n", "line 2, column 1: Map keys must be unique"],
    ["a: [1\n", "line 2, column 1"],
    ["a:\n  - !!js/function x\n", "line 2, column 5: Unresolved tag"],
    ["a: 1\n---\nb: 2\n", "line 2, column 1"],
    ["a: 1\n\tb: 2\n", "line 2"],
  ])("refuses %j with its place", (text, place) => {
    expect(() => parseYaml(text, "f")).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(place) }),
    );
  });
});
