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
  });

  it("that is hidden is blocked by that, and by nothing more", async () => {
    using machine = makeMachine({ uid });
    const flags = ["--exclude", "/usr/bin/rm", "--cmd", "rm=false"];
    const { status, stdout, stderr } = await machine.exec(
      "touch kept; rm kept; /bin/rm kept; cp /usr/bin/rm mine; echo end; ls",
      { flags },
    );
    expect([status, stdout]).toEqual([0, "end\nREADME.md\nkept\n"]);
    expect(stderr).toMatch(/rm: (Permission denied|not found)/);
  });

  it("that is hidden has no other rule: the message says which is in the way", async () => {
    using machine = makeMachine({ uid });
    machine.host("printf '#!/bin/sh\n' > wrap.sh; chmod +x wrap.sh");
    const { status, stderr } = await machine.exec("true", {
      flags: ["--exclude", "/usr/bin/rm", "--cmd", "rm=wrap.sh"],
    });
    expect(status).toBe(125);
    expect(stderr).toContain('"/usr/bin/rm" is hidden, and nothing can stand in its place');
    const absent = await machine.exec("true", { flags: ["--cmd", "no-such-command=false"] });
    expect([absent.status, absent.stderr]).toEqual([127, expect.stringContaining("not on PATH")]);
  });

  it("in a folder that nobody may list, with a second name, has no rule: that is said", async () => {
    using machine = makeMachine({ uid });
    machine.host(
      "mkdir ~/bin; cp /bin/echo ~/bin/told; ln ~/bin/told ~/bin/told-1; chmod 0311 ~/bin",
    );
    const env = { PATH: `${machine.home}/bin:${machine.host("printf %s $PATH")}` };
    const { status, stderr } = await machine.exec("told-1 ran", {
      ...{ env, flags: ["--cmd", "told=false"] },
    });
    machine.host("chmod 0755 ~/bin");
    // Root lists it.
    const said = uid === 0 ? "command 'told' is blocked" : "cannot be listed";
    expect([status, stderr]).toEqual([uid === 0 ? 126 : 125, expect.stringContaining(said)]);
  });

  it("that sandboxes are opened by is not used where it could be replaced, and that is said", async () => {
    using machine = makeMachine({ uid });
    const { status, stderr } = await machine.exec("true", { flags: ["--rw", "/usr/bin"] });
    expect([status, stderr]).toEqual([125, expect.stringMatching(/bwrap" could be replaced/)]);
  });
});
