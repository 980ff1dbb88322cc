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

describe("a value that is worked on in many steps", () => {
  it.each([
    "[range(30000) | . * 7919 % 30011] | sort | .[0], .[777], .[-1], length",
    "[range(20000) | {a: (. % 7), b: .}] | sort_by(.a) | .[0, 5000, 19999]",
    "[range(20000) | {a: (. % 7), b: .}] | group_by(.a) | map(length, .[1].b)",
    "[range(20000) | . % 100 | tostring] | unique | length, .[3], .[-1]",
    "[range(30000) | [., {a: .}]] | tojson | length, (fromjson | length, .[777])",
    "[range(20000) | tostring, null, .] | (@csv, @tsv, @sh) | length, .[1000:1020]",
    "[range(20000) | 97 + . % 26] | implode | length, .[99:110], (explode | length, .[-1])",
    '"aé😀" * 5000 | explode | length, .[2], (implode | .[7:11])',
    '"foobar" * 1000 | @base64, @uri | length, .[0:40]',
    '"é😀 " * 3000 | @uri | length, .[0:40]',
    "[range(3000)] | contains([range(0; 3000; 500)]), inside([range(-5; 3005)]), contains([3000])",
    '[{a: [1, {b: "xyz"}]}] | contains([{a: [{b: "y"}]}]), contains([{a: [{b: "q"}]}])',
    '"x" * 5000 | contains("x" * 100), contains("x" * 100 + "y"), index("x" * 100)',
    "range(255; 259), 1000 | . as $n | reduce range($n) as $i (0; [.]), reduce range($n) as $i (0; {a: .})",
    '[range(40000) | {key: tostring, value: [.]}] | from_entries | length, .["777"]',
    '"aé😀b" * 100 | .[3:6], .[-5:], length, ([match("b"; "g").offset] | .[0:3])',
  ])("%s", (program) => {
    const { gnu, virtual } = compare({}, [{ argv: ["jq", "-nc", program] }]);
    expect(virtual).toEqual(gnu);
  });

  it.each([
    // RFC 4648, section 10: jq 1.6 has no such format.
    ["f", "MY======"],
    ["fo", "MZXQ===="],
    ["foo", "MZXW6==="],
    ["foob", "MZXW6YQ="],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI======"],
  ])("%s is %s in base 32", async (text, digits) => {
    using sandbox = openVirtual();
    const { stdout } = await sandbox.execute(`jq -rn '"${text}" | @base32'`);
    expect(stdout).toBe(`${digits}\n`);
  });

  it.each(["-c", "-S", "--tab", "-a", "--indent 1", "--seq"])("is written with %s", (layout) => {
    const program = '[range(2000) | {b: ., a: [{}, [], "é\\u007f\\t", [null, true, -1.5]]}]';
    const { gnu, virtual } = compare({}, [{ argv: ["jq", "-n", ...layout.split(" "), program] }]);
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
