import { expect, it } from "@jest/globals";

import { mergeJson } from "../../src/agents/merge-json.ts";

const OURS = '{ "sandbox": { "enabled": false }, "skip": true }';

it("sets our values and leaves every other line as it is", () => {
  const theirs = `{
  "hooks": { "Stop": [ 1,2 ] },
  "sandbox": {
    "network": "x",
    "enabled": true
  }
}
`;
  expect(mergeJson(theirs, OURS)).toBe(`{
  "hooks": { "Stop": [ 1,2 ] },
  "sandbox": {
    "network": "x",
    "enabled": false
  },
  "skip": true
}
`);
});

it("changes nothing where all is there", () => {
  const theirs = '{"skip":true,  "sandbox":{"enabled":false}}';
  expect(mergeJson(theirs, OURS)).toBe(theirs);
});

it("puts an object in place of a value that is in its way", () => {
  expect(JSON.parse(mergeJson('{ "sandbox": true }', OURS) ?? "")).toEqual(JSON.parse(OURS));
});

it.each(["", "[]", "{", "1", '{"a":1,}', "null"])("refuses %j", (theirs) => {
  expect(mergeJson(theirs, OURS)).toBeUndefined();
});

it("refuses what is nested without end", () => {
  expect(mergeJson(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, OURS)).toBeUndefined();
});
