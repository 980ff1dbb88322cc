import { readFileSync } from "node:fs";

import { describe, expect, it } from "@jest/globals";

import { compare } from "../beside-gnu.ts";

const PROGRAMS = readFileSync(new URL("programs.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "");

const FILES = { "pairs.json": '{"b":2,"a":1}\n', "values.json": "1 2\n[3]\n", "empty.json": "" };

/** Calls whose words are compared, too: wrong use, programs that are none, inputs that are no JSON. */
const CALLS: readonly (readonly [args: readonly string[], stdin: string])[] = [
  [["-x"], ""],
  [["--foo", "."], ""],
  [["-n"], ""],
  [["-n", "-1"], ""],
  [["--arg"], ""],
  [["--argjson", "a", "{", "."], ""],
  [["--indent", "9", "."], ""],
  [["-n", "1 +"], ""],
  [["-n", "[1,2"], ""],
  [["-n", "1|$x"], ""],
  [["-n", "[1,2|foo(1)]"], ""],
  [["-e", "."], ""],
  [["-ne", "error"], ""],
  [["-n", "null|halt_error"], ""],
  [["-n", '1|halt_error("x")'], ""],
  [["-n", "1,input"], ""],
  [["-nc", "[inputs]", "values.json", "empty.json"], ""],
  [["."], "{a:1}"],
  [["."], '{"a" 1}'],
  [["."], '{"a":tru}'],
  [["."], "tru"],
  [["."], '"a\nb"'],
  [["."], "[1 2]"],
  [["."], '{"a":1,}'],
  [["."], "1 2 }"],
  [["-c", "."], '{"a":1}{"b":2} 3 "x"null[1,\n2]'],
];

const ZONES = ["UTC", "America/New_York", "Asia/Tokyo", "Europe/Berlin"];

describe("jq", () => {
  it.each(PROGRAMS)("says to %s what jq 1.6 says", (program) => {
    const { gnu, virtual } = compare({}, [{ argv: ["jq", "-nc", program] }]);
    expect(virtual).toEqual(gnu);
  });

  it.each(CALLS)("says to %j with %j what jq 1.6 says", (args, stdin) => {
    const { gnu, virtual } = compare(FILES, [{ argv: ["jq", ...args], stdin }]);
    expect(virtual).toEqual(gnu);
  });

  it.each(ZONES)("shows times as %s has them", (TZ) => {
    const program =
      '1425599621, 1435599621 | localtime, strftime("%H %Z"), strflocaltime("%F %T %Z")';
    const { gnu, virtual } = compare({}, [{ argv: ["jq", "-nc", program], env: { TZ } }]);
    expect(virtual).toEqual(gnu);
  });
});
