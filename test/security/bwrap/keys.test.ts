// The keys that the kernel holds for the session outside (keyrings(7)): whoever has the session has them.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const CALLS = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
ADD, REQUEST, KEYCTL = {"x86_64": (248, 249, 250), "aarch64": (217, 218, 219)}[os.uname().machine]
SESSION, USER, JOIN, READ = -3, -4, 1, 11
`;

/** A session with a key in it; then the command. */
const OUTSIDE = `${CALLS}
libc.syscall(KEYCTL, JOIN, None)
if libc.syscall(ADD, b"user", b"test", b"secret", 6, SESSION) < 0: sys.exit("no keys here")
os.execvp(sys.argv[1], sys.argv[1:])
`;

const INSIDE = `${CALLS}
key = libc.syscall(REQUEST, b"user", b"test", None, SESSION)
text = ctypes.create_string_buffer(6)
if key > 0 and libc.syscall(KEYCTL, READ, key, text, 6) > 0: print(text.value)
if libc.syscall(ADD, b"user", b"left", b"x", 1, USER) > 0: print("left one")
print("end")
`;

describe.each(USERS)("the kernel's keys, in a sandbox of $user", ({ uid }) => {
  it("are neither read nor added to", () => {
    using machine = makeMachine({ uid });
    writeFileSync(join(machine.workspace, "outside.py"), OUTSIDE);
    writeFileSync(join(machine.workspace, "inside.py"), INSIDE);
    const [program = "", ...words] = machine.as;
    const argv = ["python3", "outside.py", process.execPath, CLI, "exec", "python3", "inside.py"];
    const stdout = execFileSync(program, [...words, ...argv], { cwd: machine.workspace });
    expect(stdout.toString()).toBe("end\n");
  });
});
