// A folder that is no repository, or somebody else's: nothing in it is in the way of the command.
import { describe, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { makeMachine, USERS } from "../support/on-this-machine.ts";

describe.each(USERS)("exec of $user", ({ uid }) => {
  it("puts nothing in the place of a linter's absent configuration, and keeps one that is there", async () => {
    using machine = makeMachine({ uid });
    machine.host("echo '[mypy]' > mypy.ini && mkdir sub");
    const { status, stdout } = await machine.exec(
      `ls -d ruff.toml tsconfig.json pyrightconfig.json .flake8 2>/dev/null
       echo x >> mypy.ini && echo wrote; rm -f mypy.ini && echo removed
       mv mypy.ini sub && echo moved; cat mypy.ini`,
    );
    expect([status, stdout]).toEqual([0, "[mypy]\n"]);
  });

  it("holds what somebody has written to be read-only, though it is not there", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec("echo x > mypy.ini && echo made; echo end", {
      flags: ["--ro", "mypy.ini"],
    });
    expect(stdout).toBe("end\n");
  });

  it("works in a directory that this user cannot write", () => {
    using machine = makeMachine({ uid });
    const said = machine.host(`cd /usr/share && ${process.execPath} ${CLI} exec pwd`);
    expect(said).toContain("/usr/share\n");
  });

  it("runs the sandbox's own programs by their paths", () => {
    using machine = makeMachine({ uid });
    const run = (words: string) =>
      machine.host(`${process.execPath} ${CLI} exec ${words} 2>&1 || echo "status $?"`);
    expect(run("/run/agent-sandbox/agent-sandbox check")).toBe("inside sandbox\n");
    expect(run("/run/agent-sandbox/bin/git --version")).toContain("git version");
    expect(run("/run/agent-sandbox/bin/no-such-program")).toContain("status 127");
    // The rule of a command, by its name.
    const multicall = "/run/agent-sandbox/agent-sandbox multicall";
    expect(run(`${multicall} git --version`)).toContain("git version");
    expect(run(`${multicall} git reset --hard`)).toMatch(/blocked git reset --hard[^]*status 126/);
    expect(run(`--cmd rm=false ${multicall} rm x`)).toContain("command 'rm' is blocked");
    expect(run(`${multicall} ls`)).toContain("has no rule");
  });
});
