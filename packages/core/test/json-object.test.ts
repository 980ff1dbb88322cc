import { expect, it } from "@jest/globals";

import { isObject, valueAt } from "../src/json-object.ts";

it.each([[{}, true] as const, [[], false] as const, [null, false] as const, ["x", false] as const])(
  "%j is an object: %j",
  (value, answer) => {
    expect(isObject(value)).toBe(answer);
  },
);

it("finds what is at a path, and nothing that is not the document's own", () => {
  const document: unknown = JSON.parse('{"a":{"b":[1],"__proto__":{"c":2}}}');
  expect(valueAt(document, ["a", "b"])).toEqual([1]);
  expect(valueAt(document, [])).toBe(document);
  expect(valueAt(document, ["a", "b", 0])).toBe(1);
  expect(valueAt(document, ["a", "b", "0"])).toBeUndefined();
  expect(valueAt(document, ["a", "b", "length"])).toBeUndefined();
  expect(valueAt(document, ["a", 0])).toBeUndefined();
  expect(valueAt(document, ["a", "toString"])).toBeUndefined();
  expect(valueAt(document, ["a", "x", "y"])).toBeUndefined();
});
