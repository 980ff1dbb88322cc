// Whoever has a directory open can give it to another by a Unix socket (unix(7), SCM_RIGHTS), and mounts are not
// asked then. Two sandboxes of one workspace: one may write a directory that is hidden from the other.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

const GIVE = `
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind("meet.sock")
server.listen()
server.settimeout(0.1)
open("listening", "w").close()
while not os.path.exists("tried"):
    try: asking, _ = server.accept()
    except socket.timeout: continue
    socket.send_fds(asking, [b"x"], [os.open(sys.argv[1], os.O_RDONLY | os.O_DIRECTORY)])
    print("gave it")
    break
`;

const TAKE = `
import os, socket, sys, time
open("ready", "w").close()
while not os.path.exists("meet.sock"): time.sleep(0.05)
asking = socket.socket(socket.AF_UNIX)
try:
    time.sleep(0.2)
    asking.connect("meet.sock")
    _, (given, *_), _, _ = socket.recv_fds(asking, 1, 1)
    print(os.read(os.open("file", os.O_RDONLY, dir_fd=given), 100).decode().strip())
    os.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=given)
except OSError as error: print("not reached")
`;

function prepare(machine: Machine) {
  machine.host("mkdir ~/wide && echo in-the-open > ~/wide/file");
  writeFileSync(join(machine.workspace, "give.py"), GIVE);
  writeFileSync(join(machine.workspace, "take.py"), TAKE);
  return {
    wide: () => machine.exec("python3 give.py ~/wide", { flags: ["--rw", "~/wide"] }),
    narrow: () => machine.exec("python3 take.py", { flags: ["--exclude", "~/wide"] }),
    isThere: async (name: string) => {
      while (!existsSync(join(machine.workspace, name))) await sleep(50);
    },
  };
}

describe.each(USERS)("a directory of a sandbox with more rights, for $user", ({ uid }) => {
  it("is not given by a socket that was there before the one with fewer", async () => {
    using machine = makeMachine({ uid });
    const { wide, narrow, isThere } = prepare(machine);
    const giving = wide();
    await isThere("listening");
    expect((await narrow()).stdout).toBe("not reached\n");
    machine.host("touch tried");
    expect((await giving).stdout).toBe("");
    expect(machine.host("ls ~/wide")).toBe("file\n");
  });

  // No filter sees what a message carries: the threat model says so.
  it("is had by both where they work together: a socket is made once both are there", async () => {
    using machine = makeMachine({ uid });
    const { wide, narrow, isThere } = prepare(machine);
    const taking = narrow();
    await isThere("ready");
    expect((await wide()).stdout).toBe("gave it\n");
    expect((await taking).stdout).toBe("in-the-open\n");
    expect(machine.host("ls ~/wide")).toBe("file\nnew\n");
  });
});
