import { describe, expect, it } from "@jest/globals";
import { canonicalJson } from "../../src/audit/canonical-json.ts";

describe("canonicalJson", () => {
  it("does not depend on the order of keys, at any depth", () => {
    expect(canonicalJson({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: null })).toBe(
      '{"a":null,"b":{"c":[{"y":2,"z":1}],"d":1}}',
    );
  });
});
