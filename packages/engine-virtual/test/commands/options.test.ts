import { describe, expect, it } from "@jest/globals";

import type { Given } from "../../src/commands/options.ts";
import { readOptions } from "../../src/commands/options.ts";

const TABLE = {
  all: "-a --all",
  lines: "-n --lines=NUM",
  keep: "-p --preserve[=LIST]",
  color: "--color[=WHEN] --colour[=WHEN]",
  count: "--count",
  digits: "-NUM",
} as const;

const given = (...args: readonly string[]): readonly string[] => {
  const { given: all, operands } = readOptions(TABLE, args);
  const shown = ({ key, value }: Given): string => (value === undefined ? key : `${key}=${value}`);
  return [...all.map(shown), "|", ...operands];
};

describe("readOptions", () => {
  it.each([
    ["-pa --preserve=x", ["keep", "all", "keep=x", "|"]],
    ["-an5 x", ["all", "lines=5", "|", "x"]],
    ["-n 5 -a", ["lines=5", "all", "|"]],
    ["-n -a", ["lines=-a", "|"]],
    ["x -a y", ["all", "|", "x", "y"]],
    ["-- -a", ["|", "-a"]],
    ["-a -- -a --", ["all", "|", "-a", "--"]],
    ["--lines=5 --lines 6", ["lines=5", "lines=6", "|"]],
    ["--li=5", ["lines=5", "|"]],
    ["--lines=", ["lines=", "|"]],
    ["--col", ["color", "|"]],
    ["--color x", ["color", "|", "x"]],
    ["--colour=always", ["color=always", "|"]],
    ["-12a", ["digits=12", "all", "|"]],
    ["-", ["|", "-"]],
  ])("reads %s", (line, expected) => {
    expect(given(...line.split(" "))).toStrictEqual(expected);
  });

  it.each([
    ["-z", "invalid option -- 'z'"],
    ["-az", "invalid option -- 'z'"],
    ["-n", "option requires an argument -- 'n'"],
    ["--lines", "option '--lines' requires an argument"],
    ["--all=x", "option '--all' doesn't allow an argument"],
    ["--nonsense", "unrecognized option '--nonsense'"],
    ["--co", "option '--co' is ambiguous; possibilities: '--color' '--colour' '--count'"],
  ])("refuses %s in getopt's words", (line, words) => {
    expect(() => given(...line.split(" "))).toThrow(words);
  });
});
