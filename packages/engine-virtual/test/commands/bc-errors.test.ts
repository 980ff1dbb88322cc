import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

function run(program: string): readonly [number, string, string] {
  using sandbox = openVirtual({ commandTimeout: 1_000 });
  const { exitCode, stderr, stdout } = sandbox.executeSync(`bc <<< '${program}'`);
  return [exitCode, stdout, stderr];
}

describe("bc, where something is wrong", () => {
  it.each([
    ["1/0\n2", "2\n", "Runtime error (func=(main)): Divide by zero\n"],
    ["f(1)\n2", "2\n", "Runtime error (func=(main)): Function f not defined.\n"],
    ["define f(x) { return x/0 }\nf(1)\n3", "3\n", "Runtime error (func=f): Divide by zero\n"],
    ["1+\n2", "2\n", "(standard_in) 1: syntax error\n"],
    ["1\n2 3\n4", "1\n4\n", "(standard_in) 2: syntax error\n"],
    ["sqrt(-1)", "", "Runtime error (func=(main)): Square root of a negative number\n"],
    ["define f(x) { return f(x+1) }\nf(1)", "", /too deep here/],
    ["9^9^9", "", /at most 200000 digits here/],
    ["a[-1]=2", "", /Array subscript out of bounds/],
  ])("says so and goes on: %j", (program, stdout, words) => {
    const [status, shown, stderr] = run(program);
    expect([status, shown]).toStrictEqual([0, stdout]);
    expect(stderr).toMatch(words);
  });

  it("can be stopped", () => {
    expect(run("while (1) x = x + 1")[0]).toBe(124);
  });
});
