import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

/**
 * A bwrap that comes first on the PATH and puts a link in the place of a directory before the real one
 * looks at it: the very moment that an attacker waits for.
 */
function swapping(machine: Machine): string {
  const { home } = machine;
  machine.host("mkdir -p ~/swap");
  const script = `#!/bin/sh
mv ${home}/project/build ${home}/project/moved
ln -s ../.ssh ${home}/project/build
exec /usr/bin/bwrap "$@"\n`;
  writeFileSync(join(home, "swap/bwrap"), script, { mode: 0o755 });
  return `${home}/swap`;
}

describe.each(USERS)("a path that is replaced after it was looked at, for $user", ({ uid }) => {
  it("is not mounted: nothing starts", () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir build ~/.ssh && echo key > ~/.ssh/id_x");
    const path = `${swapping(machine)}:${machine.host("printf %s $PATH")}`;
    const flags = ["--ro", "build", "--network=false", "--ro", "~"];
    // What is in the temporary folder could be written from inside.
    const said = machine.host(
      `PATH=${path} ${process.execPath} ${CLI} exec ${flags.map((flag) => `'${flag}'`).join(" ")} \\
         sh -c 'touch ran; cat ~/.ssh/id_x build/id_x' 2>&1 || echo "status $?"`,
    );
    expect(said).toContain("status 125");
    expect(said).toMatch(/replaced while the sandbox was being set up|could not set it up/);
    expect(said).not.toMatch(/^key$/m);
    expect(existsSync(join(machine.workspace, "ran"))).toBe(false);
  });

  it("ends the sandbox where its mount was lost while it ran", async () => {
    using machine = makeMachine({ uid });
    const { status, stderr, stdout } = await machine.exec(
      "touch ready; i=0; while [ $i -lt 600 ]; do i=$((i+1)); sleep 0.1; done; echo went on",
      {
        onStart: () =>
          void (async () => {
            while (!existsSync(join(machine.workspace, "ready"))) await sleep(50);
            machine.host("git config user.name Other");
          })(),
      },
    );
    expect(status).toBe(125);
    expect(stderr).toContain(".git/config");
    expect(stdout).not.toContain("went on");
  });
});
