import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

describe("what the virtual shell does not support", () => {
  it.each([
    ["echo a; if false; then coproc x { cat; }; fi", "coproc"],
    ["echo a; f() { select x in a b; do :; done; }", "select"],
    ["echo a; $(coproc cat)", "coproc"],
  ])("is refused by its name before anything runs: %s", (script, name) => {
    const result = openVirtual().executeSync(script);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(name);
  });

  it.each([
    "set -o nosuch",
    "shopt -s nosuch",
    "trap x CHLD",
    "declare -Z x",
    "read -Z x",
    "set -Z",
  ])("fails and says so: %s", (script) => {
    const result = openVirtual().executeSync(script);
    expect(result.success).toBe(false);
    expect(result.stderr).not.toBe("");
  });

  it("is no reason to forget what was there before", () => {
    const sandbox = openVirtual();
    sandbox.executeSync("x=1");
    sandbox.executeSync("x=2; coproc cat");
    expect(sandbox.executeSync("echo $x").stdout).toBe("1\n");
  });
});
