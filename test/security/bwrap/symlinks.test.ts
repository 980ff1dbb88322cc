import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("links, in a sandbox of $user", ({ uid }) => {
  it("hide what an excluded one leads to", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir real && echo token > real/file && ln -s real/file link");
    const { stdout } = await machine.exec("cat link real/file 2>&1", {
      flags: ["--exclude", "link"],
    });
    expect(stdout).not.toContain("token");
  });

  it("are refused where one would have to stay as it is", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir elsewhere && rm -r .git/hooks && ln -s ../elsewhere .git/hooks");
    const { status, stderr } = await machine.exec("true");
    expect(status).toBe(125);
    expect(stderr).toContain("symbolic link that can be replaced");
  });

  it("open nothing that is denied, whatever they are called", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir ~/.ssh && echo key > ~/.ssh/id_test && ln -s ~/.ssh ssh");
    const { stdout } = await machine.exec("cat ssh/id_test ~/.ssh/id_test 2>&1; ls -A ssh/", {
      flags: ["--rw", "ssh"],
    });
    expect(stdout).not.toContain("key\n");
    expect(readFileSync(join(machine.home, ".ssh/id_test"), "utf8")).toBe("key\n");
    expect(existsSync(join(machine.home, ".ssh"))).toBe(true);
  });
});
