import { describe, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { type Machine, makeMachine } from "../support/on-this-machine.ts";

const inner = (flags: string, script: string) =>
  `node ${CLI} exec ${flags} sh -c '${script}' 2>&1; echo "status $?"`;

/** bubblewrap cannot be started in a sandbox of root's. */
function ordinary(config?: unknown): Machine {
  return makeMachine({ uid: 1000, ...(config !== undefined && { config }) });
}

describe("a sandbox in a sandbox on this machine", () => {
  it("works, and only tightens", async () => {
    using machine = ordinary();
    machine.host("mkdir a b && echo s > a/hidden");
    const { stdout } = await machine.exec(
      inner(
        "--ro b --rw . --rw a --rw ~ --rw .git/hooks --network",
        "pwd; cat a/hidden; touch b/x; touch ok && echo ok; touch ~/x; touch .git/hooks/x; cat /proc/net/dev | wc -l",
      ),
      { flags: ["--nested", "--exclude", "a", "--network=false"] },
    );
    const lines = stdout.trim().split("\n");
    expect(stdout).not.toMatch(/^s$/m);
    expect(lines).toContain("ok");
    expect(stdout.match(/Read-only file system/g)).toHaveLength(3);
    expect(lines.at(-2)).toBe("3");
    expect(lines.at(-1)).toBe("status 0");
  });

  it("asks nobody for what the outer one has been given", async () => {
    using machine = ordinary({ network: true, filesystem: { rw: ["~/shared"] } });
    machine.host("mkdir ~/shared");
    const { stdout } = await machine.exec(inner("", "touch ~/shared/x && echo wrote"), {
      flags: ["--nested", "--trust"],
    });
    expect(stdout).toBe("wrote\nstatus 0\n");
  });

  it("is the last: a third one is refused by name", async () => {
    using machine = ordinary();
    const { stdout } = await machine.exec(inner("--nested", `node ${CLI} exec true`), {
      flags: ["--nested"],
    });
    expect(stdout).toContain("third level");
    expect(stdout).toContain("status 125");
  });

  it("is refused where the outer one lets none be opened, with the way out", async () => {
    using machine = ordinary();
    const { stdout } = await machine.exec(inner("--nested", "touch ran"));
    expect(stdout).toMatch(/the one around this lets none be opened[^]*--nested[^]*status 125/);
    expect(machine.host("ls")).not.toContain("ran");
  });

  it("is refused to root, with the way out", async () => {
    using machine = makeMachine({ uid: 0 });
    const { stdout } = await machine.exec(inner("", "touch ran"));
    expect(stdout).toContain("the kernel refuses it to root");
    expect(stdout).toContain("status 125");
    expect(machine.host("ls")).not.toContain("ran");
  });
});
