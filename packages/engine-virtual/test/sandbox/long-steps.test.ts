import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

const line = new TextEncoder().encode("x".repeat(9_000_000));
const half = new TextEncoder().encode(`${"x".repeat(1_000_000)}z${"x".repeat(1_000_000)}`);
const files = { "/line": line, "/half": half };

describe("the time limit ends what is long within one command", () => {
  it.each([
    ["jq's contains", "jq -n '[range(100000)] | contains([range(100000)])'"],
    ["jq's inside", "jq -n '[range(100000)] as $x | $x | inside($x)'"],
    ["jq's sort", "jq -n '[range(1000000) | tostring] | sort | length'"],
    ["a choice in a pattern", "shopt -s extglob; x=$(< /line); [[ $x == +(x|xx)y ]]"],
    ["a choice that is taken off", "shopt -s extglob; x=$(< /line); echo ${x##+(x)y}"],
    ["a pattern with stars that is replaced", "x=$(< /line); echo ${x//*y/}"],
    [
      "an array of awk in order",
      "awk 'BEGIN { for (;;) { for (i = 0; i < 300000; i++) a[i] = -i; asort(a); delete a } }'",
    ],
  ])("%s", async (_, script) => {
    using sandbox = openVirtual({ commandTimeout: 300, files });
    const { exitCode, stderr } = await sandbox.execute(script);
    expect([exitCode, stderr]).toEqual([124, "bash: limit commandTimeout of 300 ms exceeded\n"]);
  });
});

describe("a text of megabytes is looked for in time that grows with it", () => {
  it.each([
    ['x=$(< /line); y=$(< /half); [[ $x == *"$y"* ]]; echo $?', "1\n"],
    ['x=$(< /line); y=$(< /half); x=${x//"$y"/}; echo ${#x}', "9000000\n"],
    [
      "jq -R --rawfile y /half 'index($y), contains($y), (split($y) | length)' /line",
      "null\nfalse\n1\n",
    ],
    ["awk 'NR == FNR { y = $0; next } { print index($0, y) }' /half /line", "0\n"],
  ])("%s", async (script, stdout) => {
    using sandbox = openVirtual({ files });
    expect(await sandbox.execute(script)).toMatchObject({ stdout });
  });
});

describe("a word of thousands of braces", () => {
  const many = (text: string) => text.repeat(20_000);

  it("is read in time that grows with it", () => {
    using sandbox = openVirtual();
    const words = `${many("{")}${many("}")}`;
    const { stdout } = sandbox.executeSync(`echo ${words}{a,b} "\${u:-"${words}"}" | wc -c`);
    expect(stdout).toBe("120005\n");
  });

  it.each([
    [`${many("{a,")}${many("}")}`, "maxRecursion of 200"],
    [`${many("x")}{1..90000}`, "maxVariableSize of 10000000"],
    [many("{1..1}"), "maxVariableSize of 10000000"],
  ])("ends with a message where it is too much", (word, limit) => {
    using sandbox = openVirtual();
    const { exitCode, stderr } = sandbox.executeSync(`echo ${word}`);
    expect([exitCode, stderr]).toEqual([126, `bash: limit ${limit} exceeded\n`]);
  });
});

describe("what would take all of the process ends with a message", () => {
  it.each([
    ["jq -n '[range(100000) | 0] as $p | null | setpath($p; 1)'", 5, "too much recursion"],
    ["jq -n 'def f: f; f'", 5, "too much recursion"],
    ["jq -n 'def f: 1 + f; f'", 5, "too much recursion"],
    ["jq -n 'reduce range(100000) as $i (0; [.]) | walk(.)'", 5, "too much recursion"],
    ['grep -E "($(head -c 60000 /line)|b)" /half', 2, "Regular expression too big"],
    ['grep -E "$(head -c 70000 /line)" /half', 2, "Regular expression too big"],
    ["head -c 200000 /line | grep -E 'x{1,30000}y?[ab]'", 126, "limit maxSearchLength of"],
    ["x=$(< /line); [[ $x =~ [xy](x{1,500}){1,2}[ab] ]]", 126, "limit maxSearchLength of"],
  ])("%s", async (script, status, words) => {
    using sandbox = openVirtual({ files });
    const { exitCode, stderr } = await sandbox.execute(script);
    expect([exitCode, stderr]).toEqual([status, expect.stringContaining(words)]);
  });

  it("counts what the first step of a call takes", async () => {
    using sandbox = openVirtual({ files, limits: { maxMemory: 20_000_000 } });
    const { exitCode, stderr } = await sandbox.execute(
      "x=$(< /line); jq -R 'explode | map(.) | length' /line",
    );
    expect([exitCode, stderr]).toEqual([126, "bash: limit maxMemory of 20000000 exceeded\n"]);
  });
});
