// By which git outside would run or read what somebody inside has written: there, and not there yet.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const EVIL = "[core]\\n\\thooksPath = /tmp/evil\\n\\tfsmonitor = touch /tmp/evil\\n";

describe.each(USERS)("git's directory, in a sandbox of $user", ({ uid }) => {
  it("keeps its configuration, where it is not there as well", async () => {
    using machine = makeMachine({ uid });
    machine.host("rm .git/config");
    const { stdout } = await machine.exec(
      `printf '${EVIL}' > .git/config && echo "wrote it"
       rm -f .git/config 2>/dev/null && echo "removed it"
       git config core.hooksPath /tmp/evil 2>/dev/null && echo "set it"; echo end`,
    );
    expect(stdout).toBe("end\n");
    expect(existsSync(join(machine.workspace, ".git/config"))).toBe(false);
  });

  it.each(["commondir", "config.worktree"])("keeps %s, which is there", async (name) => {
    using machine = makeMachine({ uid });
    machine.host(`echo . > .git/${name}`);
    const { stdout } = await machine.exec(
      `for way in "cp evil" "mv -f evil" "ln -sf evil"; do
         printf '${EVIL}' > evil; $way .git/${name} 2>/dev/null && echo "$way"
       done; rm -f .git/${name} 2>/dev/null && echo removed; echo end`,
    );
    expect(stdout).toBe("end\n");
    expect(machine.host(`cat .git/${name}`)).toBe(".\n");
  });

  it.each(["commondir", "config.worktree", "hooks/pre-commit", "info/attributes"])(
    "is not given %s, which is not there",
    async (name) => {
      using machine = makeMachine({ uid });
      machine.host("rm -rf .git/hooks .git/info");
      const { stdout } = await machine.exec(
        `mkdir -p .git/hooks .git/info 2>/dev/null; printf '${EVIL}' > evil
         for way in "cp evil" "mv -f evil" "ln -s evil" "mkdir"; do
           $way .git/${name} 2>/dev/null && echo "$way"
         done; cat .git/${name} 2>/dev/null | grep evil; echo end`,
      );
      expect(stdout).toBe("end\n");
      expect(existsSync(join(machine.workspace, ".git", name))).toBe(false);
    },
  );

  it("works on for what git is for", async () => {
    using machine = makeMachine({ uid });
    machine.host("rm -rf .git/hooks .git/info");
    const { status, stdout } = await machine.exec(
      "echo x > x && git add x && git commit -qm x && git switch -qc b && git log --oneline | wc -l",
    );
    expect([status, stdout.trim()]).toEqual([0, "2"]);
  });
});
