import { describe, expect, it } from "@jest/globals";

import type { Layout } from "../beside-gnu.ts";
import { compare } from "../beside-gnu.ts";
import { bytes, scratchFiles } from "../../files/scratch-files.ts";
import { runCommand } from "../run-command.ts";

const FILES: Layout = {
  "data.json":
    '{"users":[{"name":"alice","age":30,"tags":["a","b"]},{"name":"bob","age":25,"tags":[]}],"meta":{"v":1}}\n',
  "pairs.json": '{"b":2,"a":1}\n',
  "lines.txt": "one\ntwo",
  "values.json": "1 2\n[3]\n",
  "broken.json": "[1,\n2",
  "filter.jq": "# a comment\ndef twice(f): f | f;\n.users | map(.age | twice(. + 1))\n",
};

/** Filters that are given one of the files, each compared with the machine's own jq. */
const ON_DATA = [
  ".",
  ".meta.v, .users[0].tags, .users[-1].name, .nope, .users[5]",
  ".users[] | select(.age > 26) | .name",
  '.users[] | "\\(.name)=\\(.age)"',
  ".users | sort_by(.age) | map(.name)",
  ".users | group_by(.age > 26) | map(length)",
  ".users | map({(.name): .age}) | add",
  ".users | (min_by(.age), max_by(.age)) | .name",
  ".users[0] | to_entries | map(.key), keys, keys_unsorted",
  ".users[0].age |= . + 1 | .users[1].tags += [1] | del(.meta) | .new.deep[2] = 5",
  ".users |= map(del(.tags)) | .meta.v -= 1 | .meta.w //= 7",
  '[paths], [leaf_paths], [paths(type == "number")], [.. | numbers]',
  "with_entries(.value |= type), map_values(length)",
  ".users as [{name: $n}, {$age}] | [$n, $age]",
  ".users[] as {name: $n, tags: [$t]} | [$n, $t]",
  "[.users[] | .name, .age] | @csv, @tsv, @sh, @json, @html, @uri, @base64, @text",
  "tojson | fromjson == ., length",
  "[tostream] | fromstream(.[])",
  "reduce .users[] as $u (0; . + $u.age), [foreach .users[] as $u (0; . + $u.age)]",
  'path(.users[].name), [splits("x")?], (try error("e") catch .), (.a.b.c // "d")',
  'getpath(["users", 0, "age"]), delpaths([["users", 0], ["meta"]]), has("meta")',
  '(.users[] | select(.age == 25)) = "gone"',
  '[.users[] | if .age > 26 then "old" elif .age > 20 then "young" else "new" end]',
  "any(.users[]; .age > 29), all(.users[]; .age > 29), isempty(.users[]), ([.users[].age] | add / length)",
  "input_filename, $__loc__, input_line_number, ([limit(1; .users[])] | length)",
];

/** Filters that need no input. */
const WITHOUT = [
  "1, 1.5, 1e15, 1e17, 12345678901234567890, 0.1 + 0.2, 1 / 3, 1e-5, 0.0001, 1e1000, -1, nan, infinite",
  "[(1, 2) + (10, 20)], [range(0, 1; 3, 4)], [range(10; 0; -3)], [limit(3; range(10))], first(range(5; 9))",
  "10 / 4, 7 % 3, -7 % 3, 5 % -2, [1, 2, 3, 1] - [1], {a: 1} + {b: 2}, {a: {b: 1}} * {a: {c: 2}}",
  '"ab" * 3, "a,b" / ",", "x" + null, (null + 1), [1] + [2]',
  '[3, 1, [2], {"a": 1}, "s", null, true, false, {"a": 0}] | sort, unique, min, max, reverse',
  '"abcb" | .[1:2], length, explode, ascii_upcase, ltrimstr("a"), rtrimstr("b"), index("b"), rindex("b"), indices("b")',
  '"aXbX" | test("x"; "i"), [match("X"; "g").offset], [scan("[a-z]")], [splits("X")], sub("X"; "-"), gsub("(?<l>[a-z])"; "<\\(.l)>")',
  '"foo bar" | capture("(?<a>\\\\w+) (?<b>\\\\w+)"), [match("(z)?(o+)").captures[].string], split(", *"; null)',
  "[1, [2, [3]]] | flatten, flatten(1), [..], [path(..)], (.[1][0] = 9), del(.[0]), any, all, first, last, nth(1)",
  "[1, 2, 3, 4] | .[1:3], .[:-1], .[-2:], (.[1:] = [9]), del(.[0, 2]), index(2), (.[1:3] |= map(. * 2)), IN(.[]; 2)",
  '0 | todate, gmtime, strftime("%A %d %B %Y"), ("2015-03-05T23:51:47Z" | fromdate, (strptime("%Y-%m-%dT%H:%M:%SZ") | mktime))',
  "def f(x): x * 2; def g($a; $b): $a + $b; def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; f(3), g(1; 2), (5 | fac), [def m($x): $x + 1; m(1, 2)]",
  "[label $out | 1, 2, break $out, 3], [1 | while(. < 50; . * 2)], [1 | until(. > 50; . * 2)], [2 | recurse(if . < 20 then . * . else empty end)]",
  '[[1, 2], {"a": 3}][] as [$a] ?// {a: $a} | [$a]',
  "true and false, (false or 1), ([true, null] | map(not)), ({} == {}), ([] < {}), (1 == 1.0), (if (true, false) then 1 else 2 end)",
  '[[1, 2], [3, 4]] | transpose, [combinations], (map(add)), walk(if type == "number" then . + 1 else . end)',
  '{a: 1, "b": 2, "c\\(1)": 3, ("d", "e"): 4, @base64 "x": 5, if: 6} | keys, length, {a, "b"}, ({a: (1, 2)})',
  '"\\u00e9\\ud83d\\ude00" | length, utf8bytelength, explode, @uri, (explode | implode)',
  '[{"key": "a", "value": 1}, {"name": "c", "value": 3}] | from_entries',
  '[{"key": 0}, {"key": null}, {"k": "a"}, {"Key": "a", "v": 1}, 5, null, [], {"key": "a", "Value": 1}][] | try ([.] | from_entries) catch .',
  "(1, 5) | try (.key // 3) catch .",
  "[(1, null) // 2, (null, false) // 3]",
  '{}, "a" | try implode catch .',
  '[1, 2] | contains([1]), inside([1, 2, 3]), tojson, (map(tostring) | join("-")), (.[5] = 1), to_entries',
  '"12" | tonumber, tostring, (. + "3" | tonumber), type',
];

/** What fails: the same words and the same status. */
const FAILING = [
  '"a" + 1',
  "{} - 1",
  '"a" | .b',
  "{} | .[0]",
  "5 | .[]",
  "null | .[]",
  "true | length",
  "1 | keys",
  '"a" | tonumber',
  '"{" | fromjson',
  "{} | sort",
  '1 | test("a")',
  "[1, {}] | @csv",
  "{a: 1} | error",
  '"a very long string indeed" + 1',
  "path(1 + 1)",
  "{a: 1} | has(1)",
  '"x" | halt_error',
  "{a: 1} | halt_error(3)",
  "1 as [$a] | $a",
  "foo(1)",
  "$x",
];

const OPTIONS: readonly (readonly string[])[] = [
  ["-c", ".", "data.json"],
  ["-r", ".users[].name", "data.json"],
  ["-j", ".users[].name", "data.json"],
  ["-S", ".", "pairs.json"],
  ["--tab", ".", "pairs.json"],
  ["--indent", "1", ".", "data.json"],
  ["-s", "-c", ".", "values.json"],
  ["-cs", ".", "values.json", "pairs.json"],
  ["-R", ".", "lines.txt"],
  ["-Rs", ".", "lines.txt"],
  ["-nR", "[inputs]", "lines.txt"],
  ["-n", "[inputs]", "values.json"],
  ["-c", "[., input?]", "values.json"],
  ["-e", ".nope", "pairs.json"],
  ["-e", ".a", "pairs.json"],
  ["-ne", "empty"],
  ["-n", "--arg", "a", "1", "--argjson", "b", '{"x":2}', "$a, $b.x, $ARGS.named"],
  ["-nc", "$ARGS.positional", "--args", "a", "b"],
  ["-nc", "$ARGS.positional", "--jsonargs", "1", '{"a":2}'],
  ["-nc", "--slurpfile", "f", "values.json", "--rawfile", "r", "lines.txt", "$f, $r"],
  ["-f", "filter.jq", "-c", "data.json"],
  ["-a", "-n", '"é\\u0001😀"'],
  [".a", "pairs.json", "absent.json"],
  [".", "broken.json"],
  [".a.b", "pairs.json"],
  ["--arg", "a"],
  [".a ."],
];

describe("jq", () => {
  it.each(ON_DATA)("%s, of a file", (filter) => {
    const { gnu, virtual } = compare(FILES, [{ argv: ["jq", "-c", filter, "data.json"] }]);
    expect(virtual).toEqual(gnu);
  });

  it.each(WITHOUT)("%s", (filter) => {
    const { gnu, virtual } = compare(FILES, [{ argv: ["jq", "-nc", filter] }]);
    expect(virtual).toEqual(gnu);
  });

  it.each(FAILING)("%s fails", (filter) => {
    const { gnu, virtual } = compare(FILES, [{ argv: ["jq", "-n", filter] }]);
    expect(virtual).toEqual(gnu);
    expect(virtual[0]?.status).toBeGreaterThan(0);
  });

  it.each(OPTIONS.map((args) => [args]))("%j", (args) => {
    const { gnu, virtual } = compare(FILES, [{ argv: ["jq", ...args], stdin: "" }]);
    expect([virtual[0]?.stdout, virtual[0]?.status]).toEqual([gnu[0]?.stdout, gnu[0]?.status]);
  });

  it.each([
    ["[1, 2, 3] | (.[] | select(. >= 2)) |= empty", "[1]\n"],
    ['" a " | trim, ltrim, rtrim', '"a"\n"a "\n" a"\n'],
    ["{a: 1, b: {c: 2}} | pick(.b.c)", '{"b":{"c":2}}\n'],
    ["if false then 1 end, ([range(5)] | [.[2:]], abs?)", "null\n[[2,3,4]]\n[0,1,2,3,4]\n"],
    ['{a: 1 + 2}, [limit(0; 1, 2)], ("x" | ascii_downcase)', '{"a":3}\n[]\n"x"\n'],
    ['"aab" | gsub(""; "-"), gsub("^a"; "x")', '"-a-a-b-"\n"xab"\n'],
    [
      'try (["a"] | implode) catch .',
      `"string (\\"a\\") can't be imploded, unicode codepoint needs to be numeric"\n`,
    ],
  ])("%s is as in later versions", (filter, stdout) => {
    const ran = runCommand(["jq", "-nc", filter], { files: scratchFiles({}, Date.now) });
    expect(ran).toEqual({ status: 0, stdout, stderr: "" });
  });

  it("tells a module that includes itself", () => {
    const files = scratchFiles({}, Date.now);
    files.write("/own.jq", bytes('import "own" as own; def f: 1;'));
    const ran = runCommand(["jq", "-n", "-L", "/", 'include "own"; f'], { files });
    const stderr = "jq: error: circular import of /own.jq\n\njq: 1 compile error\n";
    expect(ran).toEqual({ status: 3, stdout: "", stderr });
  });

  it.each(["--stream-errors"])("%s is refused by its name", (option) => {
    const { virtual } = compare({}, [{ argv: ["jq", option, "."] }]);
    expect(virtual[0]?.status).toBe(2);
    expect(virtual[0]?.stderr).toContain(`${option} is not supported`);
  });
});
