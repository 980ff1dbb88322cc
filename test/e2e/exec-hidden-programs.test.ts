// Programs that a rule on files hides, or would let be replaced, where a rule on commands or bubblewrap itself
// needs them.
import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../support/on-this-machine.ts";

describe.each(USERS)("a program, for $user", ({ uid }) => {
  it("that is hidden has nothing in its place, and nothing else leads to it", async () => {
    using machine = makeMachine({ uid });
    const script = "cat /usr/bin/env; cat /run/agent-sandbox/bin/env; exit 7";
    const { status, stdout, stderr } = await machine.exec(script, {
      flags: ["--exclude", "/usr/bin/env", "--exclude", "/usr/bin/git", "--cmd", "perl=false"],
    });
    expect([status, stdout]).toEqual([7, ""]);
    expect(stderr).toMatch(/env: Permission denied\n.*bin\/env: No such file/);
    const blocked = await machine.exec("true", {
      flags: ["--exclude", "/usr/bin/rm", "--cmd", "rm=false"],
    });
    expect(blocked.status).toBe(127);
    expect(blocked.stderr).toContain('"rm" is not on PATH');
  });

  it("that sandboxes are opened by is not used where it could be replaced, and that is said", async () => {
    using machine = makeMachine({ uid });
    const { status, stderr } = await machine.exec("true", { flags: ["--rw", "/usr/bin"] });
    expect([status, stderr]).toEqual([125, expect.stringMatching(/bwrap" could be replaced/)]);
  });
});
