// What stands in place of programs, and says that this is a sandbox: no rule puts anything there.
import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const NAMES = [
  "/run/agent-sandbox",
  "/run/agent-sandbox/bin",
  "/run/../run/agent-sandbox/wrappers/git",
  "/run//agent-sandbox/",
];

describe.each(USERS)("/run/agent-sandbox, in a sandbox of $user", ({ uid }) => {
  it.each(["--ro", "--rw", "--exclude"])("is nobody's to mount on: %s", async (flag) => {
    using machine = makeMachine({ uid });
    for (const name of NAMES) {
      const { status, stderr } = await machine.exec("true", { flags: [flag, name] });
      expect([name, status, stderr]).toEqual([name, 125, expect.stringContaining("own")]);
    }
  });

  it("is nobody's by a file of the configuration, or with all of /run", async () => {
    const config = { filesystem: { rw: ["/run/agent-sandbox/bin"] } };
    using machine = makeMachine({ uid, config });
    const written = await machine.exec("true", { flags: ["--trust"] });
    expect([written.status, written.stderr]).toEqual([
      125,
      expect.stringContaining("filesystem.rw"),
    ]);
    using other = makeMachine({ uid });
    const all = await other.exec("true", { flags: ["--rw", "/run"] });
    expect([all.status, all.stderr]).toEqual([125, expect.stringMatching(/run/)]);
  });

  it("is as little anybody's to have whole as /dev is, whose devices are named one by one", async () => {
    using machine = makeMachine({ uid });
    const { status, stderr } = await machine.exec("true", { flags: ["--rw", "/dev"] });
    expect([status, stderr]).toEqual([125, expect.stringContaining('"/dev" is the sandbox')]);
    const use = ": > /dev/null && head -c 1 /dev/full | wc -c && test ! -e /dev/kmsg && echo end";
    const plain = await machine.exec(use);
    expect([plain.status, plain.stdout]).toEqual([0, "1\nend\n"]);
    const granted = await machine.exec(
      `${use}; touch /dev/shm/$$ && rm /dev/shm/$$ && echo shared`,
      {
        flags: ["--rw", "/dev/shm"],
      },
    );
    expect(granted.stdout).toBe("1\nend\nshared\n");
  });

  it("takes nothing from inside: what is there stays, and nothing comes to it", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec(
      `cd /run/agent-sandbox
       for name in agent-sandbox depth bin wrappers presets bin/git; do
         rm -rf $name 2>/dev/null && echo "removed $name"
         mv $name moved 2>/dev/null && echo "moved $name"
         echo evil > $name && echo "wrote $name"
         mkdir $name/x && echo "made $name/x"
         chmod 0777 $name && echo "opened $name"
       done 2>/dev/null
       touch new 2>/dev/null && echo "made new"
       ls bin wrappers presets 2>/dev/null; echo end`,
      { flags: ["--cmd", "rm=false"] },
    );
    expect(stdout).toBe("end\n");
  });

  it("is not hidden away whole: what cannot be kept is refused", async () => {
    using machine = makeMachine({ uid });
    const { status, stderr } = await machine.exec("true", { flags: ["--exclude", "/"] });
    expect([status, stderr]).toEqual([125, expect.stringContaining("filesystem.exclude[0]")]);
  });
});

it("is not the inner sandbox's to give either, by a link or a pattern", async () => {
  using machine = makeMachine({ uid: 1000 });
  const inner = (flag: string) => `${process.execPath} ${CLI} exec ${flag} true; echo "status $?"`;
  const { stdout } = await machine.exec(
    `ln -s /run/agent-sandbox link
     ${inner("--rw link")}; ${inner("--rw '/run/agent*'")}; ${inner("--exclude /run/agent-sandbox/bin")}`,
    { flags: ["--nested"] },
  );
  expect(stdout).toBe("status 125\nstatus 125\nstatus 125\n");
});
