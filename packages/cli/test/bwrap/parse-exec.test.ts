import { describe, expect, it } from "@jest/globals";

import { parseExec } from "../../src/bwrap/parse-exec.ts";

const read = (...words: string[]) => {
  const { values, argv } = parseExec(words);
  return { values: Object.fromEntries(values), argv };
};

describe("parseExec", () => {
  it.each([
    [["ls", "--help", "-C", "x"], {}, ["ls", "--help", "-C", "x"]],
    [["--", "--ro"], {}, ["--ro"]],
    [["-", "x"], {}, ["-", "x"]],
    [["-C", "/a", "ls"], { cwd: ["/a"] }, ["ls"]],
    [["-C/a", "-c=f", "ls"], { cwd: ["/a"], config: ["f"] }, ["ls"]],
    [["--network", "ls"], { network: ["true"] }, ["ls"]],
    [["--network=false", "--docker=0", "ls"], { network: ["false"], docker: ["false"] }, ["ls"]],
    [["--no-network", "ls"], { network: ["false"] }, ["ls"]],
    [["--ro", "a", "--ro=b", "--rw", "-x", "ls"], { ro: ["a", "b"], rw: ["-x"] }, ["ls"]],
    [["--cmd", "rm=false", "a", "b", "a"], { cmd: ["rm=false"] }, ["a", "b", "a"]],
  ])("reads %j", (words, values, argv) => {
    expect(read(...words)).toEqual({ values, argv });
  });

  it.each([
    [["--network=maybe", "ls"], "neither true nor false"],
    [["--env-inherit", "some", "ls"], "not one of core, all, none"],
    [["--ro"], "wants a value"],
    [["-x", "ls"], 'no flag "-x"'],
    [["--constructor", "ls"], 'no flag "--constructor"'],
  ])("refuses %j", (words, message) => {
    expect(() => parseExec(words)).toThrow(message);
  });

  it("hears the question for help before the command alone", () => {
    expect(parseExec(["--ro", "a", "--help"]).wantsHelp).toBe(true);
    expect(parseExec(["ls", "--help"]).wantsHelp).toBe(false);
  });
});
