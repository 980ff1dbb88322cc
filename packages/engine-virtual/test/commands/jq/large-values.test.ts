import { describe, expect, it } from "@jest/globals";

import { compare } from "../beside-gnu.ts";
import { openVirtual } from "../../../src/index.ts";

describe("a value of which many keys are changed", () => {
  it.each([
    'reduce range(2000) as $i ({}; .["k\\($i)"] += $i) | length, .k7, (to_entries[-1] | .key)',
    'reduce range(2000) as $i ({}; . + {"k\\($i)": $i}) | [keys_unsorted[0, -1]]',
    "[range(3000)] | map_values(. + 1) | add, length",
    "[range(50000)] | del(.[range(0; 50000; 2)]) | length, .[0]",
    "[range(2000)] - [range(1000)] | length",
  ])("%s", (program) => {
    const { gnu, virtual } = compare({}, [{ argv: ["jq", "-nc", program] }]);
    expect(virtual).toEqual(gnu);
  });

  it.each([
    "{a: 1} as $o | ($o | .b = 2), $o, ($o | .a = 3 | .c = 4), $o",
    "{a: 1} | . as $old | (.b = 2 | .c = 3) as $new | $old, $new, ($old | .b = 9), $new, $old",
    "[{a: 1} | .b = 1 | ., (.c = 2), ., (.a = 5 | .d = 3), .]",
    'reduce range(4) as $i ({}; . as $before | .["k\\($i)"] = ($before | length))',
    'foreach range(3) as $i ({}; .["k\\($i)"] = $i)',
    "{b: 1} | .a = 2 | [.[] as $x | .c = $x | keys_unsorted]",
    "{a: 1} | .b = 2 | first(.[] as $x | .c = $x)",
    "[{} | .a = 1 | (.b, .c) = 2 | del(.a), .]",
    "[[1, 2], [3]] | . as $old | (.[][0] |= . + 1), (.[0, 1] |= [., .] | .[0][0][0] = 9), $old",
    '[[null, 2]] | (.[0][0], .[0], .[0][0][0]) |= if type == "array" then [., .] else (. // 0) + 1 end',
    "[1, [2, [3]]] | (.. | arrays) |= (.[2] = 5)",
  ])("is as it was for whoever holds it: %s", (program) => {
    const { gnu, virtual } = compare({}, [{ argv: ["jq", "-nc", program] }]);
    expect(virtual).toEqual(gnu);
  });
});

describe("a text or a list that grows", () => {
  it.each([
    ['"a" | until(false; . + .)', "a string is too long"],
    ["[1] | until(false; . + .)", "an array is too big"],
    ['"<" * 8000000 | @html | @html', "a string is too long"],
  ])("%s is an error", async (program, words) => {
    using sandbox = openVirtual();
    const { exitCode, stderr } = await sandbox.execute(`jq -n '${program}'`);
    expect([exitCode, stderr]).toEqual([5, `jq: error (at <unknown>): ${words}\n`]);
  });
});
