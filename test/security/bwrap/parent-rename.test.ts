import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("a read-only path, in a sandbox of $user", ({ uid }) => {
  it("is not replaced by renaming what holds it", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir -p a/b && echo kept > a/b/c");
    const { stdout } = await machine.exec(
      `for dir in .git a a/b; do
         mv $dir moved 2>&1 && cp -r moved $dir && echo "moved $dir"
       done
       echo evil > a/b/c; echo evil >> .git/config; mv a/b/c gone; rm -rf a/b; echo end`,
      { flags: ["--ro", "a/b/c"] },
    );
    expect(stdout).not.toContain("moved ");
    expect(stdout).toContain("end");
    expect(readFileSync(join(machine.workspace, "a/b/c"), "utf8")).toBe("kept\n");
    expect(readFileSync(join(machine.workspace, ".git/config"), "utf8")).not.toContain("evil");
  });

  it("is not replaced by renaming the workspace, which is in the temporary folder", async () => {
    using machine = makeMachine({ uid });
    await machine.exec(
      `cd ..; mv project moved && cp -r moved project; mkdir project/.git/hooks/x`,
    );
    expect(existsSync(join(machine.home, "moved"))).toBe(false);
    expect(existsSync(join(machine.workspace, ".git/hooks/x"))).toBe(false);
  });
});
