import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../../src/index.ts";

describe("a filter that does not end", () => {
  it.each([
    "range(infinite) | empty",
    "[repeat(1)]",
    "def f: 1, f; [f]",
    "until(false; .)",
    "last(range(infinite))",
    "reduce range(infinite) as $i (0; . + 1)",
    "any(repeat(1); . == 2)",
    "first(repeat(1) | select(. == 2))",
  ])("%s is stopped", async (filter) => {
    using sandbox = openVirtual({ commandTimeout: 150 });
    const { exitCode } = await sandbox.execute(`jq -n '${filter}'`);
    expect([5, 124]).toContain(exitCode);
  });

  it("is stopped by who reads it, in a pipeline", async () => {
    using sandbox = openVirtual();
    const { stdout } = await sandbox.execute("jq -n 'range(infinite)' | head -2");
    expect(stdout).toBe("0\n1\n");
  });

  it("reads its input as it comes", async () => {
    using sandbox = openVirtual();
    const script = "while :; do echo '{\"a\":[1,2]}'; done | jq -c 'first(.a[])' | head -3";
    expect((await sandbox.execute(script)).stdout).toBe("1\n1\n1\n");
  });
});
