// In a user namespace of one's own one has every capability over a mount namespace: what is a mount here, and
// so cannot be renamed, is none there.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

/** Leaves every mount behind but for the open workspace; without a program in between, which would end the capabilities. */
const ATTACK = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.argtypes = [ctypes.c_long, ctypes.c_char_p, ctypes.c_char_p]
NEWUSER, NEWNS, REC, PRIVATE, BIND, DETACH = 0x10000000, 0x20000, 0x4000, 0x40000, 4096, 2
pivot_root = {"x86_64": 155, "aarch64": 41}[os.uname().machine]
workspace = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
place = sys.argv[1].encode()
os.mkdir(place)
if libc.unshare(NEWUSER | NEWNS) == 0: print("namespace")
libc.mount(b"none", b"/", None, REC | PRIVATE, None)
libc.mount(b"/usr", place, None, BIND | REC, None)
libc.syscall(pivot_root, place, place + b"/share")
if libc.umount2(b"/share", DETACH) == 0: print("left")
for name in (".git/config", ".git/hooks", ".git"):
    try:
        os.rename(name, name + "2", src_dir_fd=workspace, dst_dir_fd=workspace)
        print("renamed", name)
    except OSError: pass
print("end")
`;

describe.each(USERS)("user namespaces, in a sandbox of $user", ({ uid }) => {
  it("are refused: no mount is left behind", async () => {
    using machine = makeMachine({ uid });
    writeFileSync(join(machine.workspace, "attack.py"), ATTACK);
    const { status, stdout } = await machine.exec(
      `python3 attack.py ${machine.workspace}/place; unshare -U true 2>/dev/null && echo unshared`,
      // `sh` ends with what its last command says.
    );
    expect([status, stdout]).toEqual([1, "end\n"]);
    expect(existsSync(join(machine.workspace, ".git2"))).toBe(false);
  });

  it("where they are granted, for sandboxes in it, are no way to do that unseen", async () => {
    using machine = makeMachine({ uid });
    writeFileSync(join(machine.workspace, "attack.py"), ATTACK);
    const { status, stdout, stderr } = await machine.exec(
      `python3 attack.py ${machine.workspace}/place`,
      { flags: ["--nested"] },
    );
    expect(stdout).toContain("renamed .git");
    expect([status, stderr]).toEqual([125, expect.stringMatching(/Cannot keep ".*\/\.git/)]);
  });

  it("are not granted by a repository's own word", async () => {
    using machine = makeMachine({ uid, config: { nested: true } });
    const { status, stderr } = await machine.exec("true");
    expect([status, stderr]).toEqual([125, expect.stringContaining("sandboxes in sandboxes")]);
  });
});
