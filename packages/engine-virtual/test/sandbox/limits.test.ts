import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

describe("the time limit", () => {
  it.each([
    ["a busy loop", "while :; do :; done"],
    ["an empty arithmetic loop", "for ((;;)); do :; done"],
    ["output without end", "while :; do echo y; done | while read x; do :; done"],
    ["a pipeline that waits for itself", "while :; do :; done | cat"],
    ["a loop in a substitution", "x=$(while :; do :; done)"],
    ["a loop in a function in a subshell", "f() { (while :; do :; done); }; f"],
    ["a trap that goes on", "trap 'while :; do :; done' EXIT; exit"],
    ["a device without end", "cat /dev/zero > /dev/null"],
  ])("ends %s with 124, and the sandbox works on", async (_, script) => {
    const sandbox = openVirtual({ commandTimeout: 100, environment: { KEPT: "yes" } });
    const result = await sandbox.execute(script);
    expect(result).toMatchObject({ exitCode: 124, success: false });
    expect(result.stderr).toContain("commandTimeout");
    expect(await sandbox.execute("echo $KEPT")).toMatchObject({ stdout: "yes\n", exitCode: 0 });
  });

  it("holds in executeSync too, and keeps what was said before", () => {
    const sandbox = openVirtual({ commandTimeout: 50 });
    const result = sandbox.executeSync("echo before; while :; do :; done");
    expect(result).toMatchObject({ stdout: "before\n", exitCode: 124 });
  });

  it("leaves the event loop free meanwhile", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    // A loop that is held up has no turn for this before the time is up.
    setTimeout(() => {
      controller.abort();
    }, 5);
    const sandbox = openVirtual({ commandTimeout: 20_000 });
    const result = await sandbox.execute("while :; do ((i++)); done", { signal });
    expect(result.stderr).not.toContain("commandTimeout");
  });
});

describe("the shell's limits", () => {
  it.each([
    ["maxOutputSize", 1000, "while :; do echo 0123456789; done"],
    ["maxCommandCount", 1000, "while :; do true; done"],
    ["maxRecursion", 20, "f() { f; }; f"],
    ["maxRecursion", 20, "f() { x=$(f); }; f"],
    ["maxVariableSize", 1000, "x=0123456789; while :; do x=$x$x; done"],
    ["maxVariableSize", 1000, "while :; do a+=(1); done"],
    ["maxVariableSize", 1000, "x=$(while :; do echo 0123456789; done)"],
    ["maxWordCount", 1000, "echo {1..2000}"],
    ["maxWordCount", 1000, "echo {1..50}{1..50}"],
    ["maxPipeSize", 1000, "printf '%2000s' x | cat"],
    ["maxMemory", 50_000_000, 'awk \'BEGIN { while (1) a[i++] = sprintf("%99s", i) "x" }\''],
    ["maxMemory", 50_000_000, "jq -n '[range(1e9) | [.]]'"],
  ] as const)("of %s ends a command with 126 and its name", async (name, most, script) => {
    const sandbox = openVirtual({ limits: { [name]: most } });
    const result = await sandbox.execute(script);
    expect(result.exitCode).toBe(126);
    expect(result.stderr).toContain(`limit ${name} of ${most} exceeded`);
    expect(sandbox.executeSync("echo on").stdout).toBe("on\n");
  });

  it("let the usual recursion pass", () => {
    const script = "f() { (($1 == 0)) && return; f $(($1 - 1)); }; f 900 && echo deep";
    expect(openVirtual().executeSync(script).stdout).toBe("deep\n");
  });
});

describe("the file system's limits", () => {
  it.each([
    ["maxFileSize", 10, "echo 0123456789012 > f"],
    ["maxTotalSize", 10, "echo 12345 > a; echo 123456 > b"],
    ["maxNodeCount", 3, "touch a b c d"],
  ] as const)("of %s fail the command alone, and leave what was there", (name, most, script) => {
    const sandbox = openVirtual({ [name]: most });
    const result = sandbox.executeSync(`${script}; echo "then $?"`);
    expect(result.stdout).toBe("then 126\n");
    expect(result.stderr).toContain(`limit ${name} of ${most} exceeded`);
  });
});

describe("a pipeline", () => {
  it("ends its writer when nobody reads any more", async () => {
    const sandbox = openVirtual({ commandTimeout: 20_000 });
    const result = await sandbox.execute(
      "while :; do echo y; done | head -2; echo ${PIPESTATUS[0]}",
    );
    expect(result).toMatchObject({ stdout: "y\ny\n141\n", exitCode: 0 });
  });

  it("streams more than a pipe holds", async () => {
    const sandbox = openVirtual({ limits: { maxPipeSize: 200_000 } });
    const script =
      "for ((i = 0; i < 20000; i++)); do echo 0123456789012345678; done | cat | cat | wc -c";
    expect((await sandbox.execute(script)).stdout).toBe("400000\n");
  });
});

describe("depth", () => {
  it.each([
    ["functions", "f() { if (($1 > 0)); then { f $(($1 - 1)); }; else echo end; fi; }; f 800"],
    [
      "substitutions",
      'f() { if (($1 > 0)); then echo "$(f $(($1 - 1)))"; else echo end; fi; }; f 400',
    ],
    ["pipelines", "f() { if (($1 > 0)); then f $(($1 - 1)) | cat; else echo end; fi; }; f 60"],
  ])("of %s is no matter of Node's own stack", (_, script) => {
    expect(openVirtual().executeSync(script)).toMatchObject({ stdout: "end\n", exitCode: 0 });
  });

  it("that is passed in a source of itself ends the call with the limit's name", () => {
    const result = openVirtual().executeSync("echo '. ./s' > s; . ./s; echo on");
    expect(result).toMatchObject({ exitCode: 126, stdout: "" });
    expect(result.stderr).toContain("maxRecursion");
  });

  it("unwinds through functions and subshells as it is in bash", () => {
    const script = "f() { (exit 3); echo $?; g; }; g() { x=$(exit 4) || return 5; }; f; echo $?";
    expect(openVirtual().executeSync(script).stdout).toBe("3\n5\n");
  });
});

describe("a text that takes the linear engine too long", () => {
  const long = "ab ".repeat(1_000_000);
  const open = () =>
    openVirtual({ files: { "/long": `${long}\nxyz\n`, "/lines": "ab\n".repeat(500_000) } });

  it("ends the command, not the call, with the limit's name", () => {
    const result = open().executeSync("grep -cE '(a+|ab)+ a' /long; echo $?");
    expect(result.stderr).toMatch(/grep: limit maxSearchLength of \d+ exceeded$/m);
    expect(result.stdout).toBe("126\n");
  });

  it("is no limit for many short lines, nor where no match can be in it", () => {
    const sandbox = open();
    expect(sandbox.executeSync("grep -cE '(a+|ab)+$' /lines").stdout).toBe("500000\n");
    expect(sandbox.executeSync("grep -oE '(x|xy)+z' /long").stdout).toBe("xyz\n");
  });
});

describe("a text that a command makes", () => {
  it.each([
    "echo a | sed ':a;s/a/aa/g;ta'",
    "echo a | sed ':a;G;h;ba'",
    "awk 'BEGIN { x = \"a\"; while (1) x = x x }'",
    'awk \'BEGIN { x = "a"; while (1) gsub(/a/, "aaaaaaaa", x) }\'',
  ])("ends the command when it is too long: %s", async (script) => {
    using sandbox = openVirtual();
    const { exitCode, stderr } = await sandbox.execute(`${script}; echo "s$?"`);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/(?:sed|awk): limit maxTextLength of 16777216 exceeded\n$/);
  });
});

describe("a command on a long value", () => {
  it.each([
    "x=$(printf '%3000000d' 1); while :; do y=${x:1}; done",
    'awk \'BEGIN { s = sprintf("%5000000s", ""); for (;;) n += split(s, a, " ") }\'',
    "jq -n 'reduce repeat(1) as $i ([]; .[500000] = $i)'",
    'jq -n \'"a" * 1000000 | [match("a"; "g")] | repeat(length)\' > /dev/null',
  ])("is stopped soon after its time: %s", async (script) => {
    using sandbox = openVirtual({ commandTimeout: 300 });
    expect(await sandbox.execute(script)).toMatchObject({ exitCode: 124 });
  });
});
