import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("what acts on programs before they start, for $user", ({ uid }) => {
  it("does not go in by itself", async () => {
    using machine = makeMachine({ uid });
    machine.host("printf 'touch ~/ran\n' > evil.sh");
    const { stdout } = await machine.exec('echo "[$LD_DEBUG][$BASH_ENV][$NODE_OPTIONS]"', {
      env: { BASH_ENV: `${machine.workspace}/evil.sh`, LD_DEBUG: "none", NODE_OPTIONS: "" },
      flags: ["--env-inherit", "all"],
    });
    expect(stdout).toBe("[][][]\n");
  });

  it("is refused where somebody names it", async () => {
    using machine = makeMachine({ uid });
    const flags = ["--env", `LD_PRELOAD=${machine.workspace}/evil.so`];
    const { status, stderr } = await machine.exec("true", { flags });
    expect(status).toBe(2);
    expect(stderr).toContain("LD_PRELOAD");
  });

  it("acts on the command alone, where the whole environment goes in", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec(
      `echo $GLIBC_TUNABLES; tr '\\0' '\\n' < /proc/1/environ | grep -c TUNABLES`,
      { env: { GLIBC_TUNABLES: "glibc.malloc.check=0" }, flags: ["--env-inherit", "all"] },
    );
    expect(stdout).toBe("glibc.malloc.check=0\n0\n");
  });
});
