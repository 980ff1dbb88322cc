import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("mounts of a sandbox on this machine, started by $user", ({ uid }) => {
  it("are not taken away or made writable", async () => {
    using machine = makeMachine({ uid });
    const { status, stdout } = await machine.exec(
      `umount -l .git/hooks 2>&1; umount -l /run 2>&1; mount -o remount,rw,bind / 2>&1
       mount -o remount,rw,bind .git/config 2>&1; mount --bind /tmp .git/hooks 2>&1
       echo evil > .git/hooks/pre-commit; echo evil >> .git/config; echo evil > /etc/evil
       touch /run/evil; echo done`,
    );
    expect(status).toBe(0);
    expect(stdout).toContain("done");
    expect(existsSync(join(machine.workspace, ".git/hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(machine.workspace, ".git/config"), "utf8")).not.toContain("evil");
    expect(existsSync("/etc/evil")).toBe(false);
  });

  it("are not undone in a user namespace inside", async () => {
    using machine = makeMachine({ uid });
    await machine.exec(
      `unshare --user --map-root-user --mount sh -c '
         umount -l .git/hooks; mount -o remount,rw,bind /
         mount -o remount,rw,bind .git/config; echo evil >> .git/config
         echo evil > .git/hooks/pre-commit; umount -l .git' 2>/dev/null`,
    );
    expect(existsSync(join(machine.workspace, ".git/hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(machine.workspace, ".git/config"), "utf8")).not.toContain("evil");
  });
});
