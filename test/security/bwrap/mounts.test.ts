// All that is tried here is the test's own: whatever gets out leaves the machine as it is.
import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

/** What is read-only or hidden, with its mounts taken away, made writable or covered. */
const UNDO = `umount -l .git/hooks; umount -l .git/config; umount -l ~/kept; umount -l ~/hidden; umount -l /run
for place in / ~ ~/kept .git .git/hooks .git/config; do mount -o remount,rw,bind $place; done
mount --bind made .git/hooks; mount -t tmpfs none ~/kept`;

const TRY = `touch .git/hooks/pre-commit && echo "made a hook"; echo evil >> .git/config && echo "wrote the configuration"
touch ~/kept/new && echo "made a file"; touch ~/new && echo "made one above"; cat ~/hidden/file
test -e /run/agent-sandbox/depth || echo "the mark is gone"; umount -l .git && mv .git moved && echo moved`;

const flags = ["--ro", "~/kept", "--exclude", "~/hidden"];

const PREPARE = "mkdir made ~/kept ~/hidden && echo outside-text > ~/hidden/file";

describe.each(USERS)("mounts of a sandbox on this machine, started by $user", ({ uid }) => {
  it("are not taken away or made writable", async () => {
    using machine = makeMachine({ uid });
    machine.host(PREPARE);
    const { status, stdout } = await machine.exec(
      `{ ${UNDO}\n${TRY}; } 2>/dev/null; touch made/one && echo done`,
      { flags },
    );
    expect([status, stdout]).toEqual([0, "done\n"]);
    const left = machine.host("ls ~ ~/kept .git/hooks; cat .git/config");
    expect(left).not.toMatch(/^(new|pre-commit|evil)$/m);
  });

  it("are not undone in a user namespace inside", async () => {
    using machine = makeMachine({ uid });
    machine.host(PREPARE);
    machine.host(`cat > undo.sh << 'END'\n${UNDO}\n${TRY}\nEND`);
    const { stdout } = await machine.exec(
      `unshare --user --map-root-user --mount sh undo.sh 2>/dev/null; touch made/one && echo done`,
      { flags },
    );
    expect(stdout).toBe("done\n");
  });
});
