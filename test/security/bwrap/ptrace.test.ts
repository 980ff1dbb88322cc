// Processes outside, of the same user: their memory and their files are not reached by tracing them.
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

/** ptrace(2), process_vm_readv(2), pidfd_getfd(2) and /proc/pid/mem of every process there might be. */
const ATTACK = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_SEIZE, PIDFD_OPEN = 16, 0x4206, 434
outside = int(sys.argv[1])
for request in (PTRACE_ATTACH, PTRACE_SEIZE):
    if libc.ptrace(request, outside, 0, 0) == 0: print("traced", request)
if libc.syscall(PIDFD_OPEN, outside, 0) >= 0: print("opened")
for name in ("mem", "maps", "environ", "fd", "root", "cwd", "exe"):
    try:
        os.lstat(f"/proc/{outside}/{name}"); print("saw", name)
    except OSError: pass
# The ones that are seen are the sandbox's own: none of them leads out.
for pid in filter(str.isdigit, os.listdir("/proc")):
    for name in ("root", "cwd"):
        try:
            if os.path.exists(f"/proc/{pid}/{name}/" + sys.argv[2]): print("out by", pid, name)
        except OSError: pass
print("end")
`;

function hostProcess({ as: [program = "", ...words] }: Machine): ChildProcess {
  return spawn(program, [...words, "sleep", "300"]);
}

describe.each(USERS)("a process outside, from a sandbox of $user", ({ uid }) => {
  it("is not traced, read or entered", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir ~/hidden && echo s > ~/hidden/file");
    writeFileSync(join(machine.workspace, "attack.py"), ATTACK);
    const process = hostProcess(machine);
    try {
      const pid = process.pid?.toString() ?? "";
      const file = `${machine.home}/hidden/file`;
      const script = `python3 attack.py ${pid} ${file}; kill -9 ${pid} 2>/dev/null && echo killed; nsenter -t ${pid} -a true 2>/dev/null && echo entered`;
      const { stdout } = await machine.exec(script, { flags: ["--exclude", "~/hidden"] });
      expect(stdout).toBe("end\n");
      expect(process.exitCode).toBeNull();
    } finally {
      process.kill("SIGKILL");
    }
  });
});
