import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";
import { openTerminal } from "../../support/terminal.ts";

/** ioctl_tty(2), "TIOCSTI": what it types runs in the shell that has the terminal next. */
const TYPE = `
import fcntl, sys, termios
for number in (0x5412, 0x541c):
    try:
        for letter in "touch typed\\n":
            fcntl.ioctl(0, number, letter.encode())
        print("typed", hex(number))
    except OSError as error:
        print("refused", hex(number), error.errno)
`;

describe.each(USERS)("the terminal of a sandbox of $user", ({ uid }) => {
  it("is not typed into", async () => {
    using machine = makeMachine({ uid });
    writeFileSync(join(machine.workspace, "type.py"), TYPE);
    const argv = [...machine.as, process.execPath, CLI, "exec", "python3", "type.py"];
    using terminal = openTerminal(`cd ${machine.workspace} && ${argv.join(" ")}; echo "end $?"`);
    await terminal.see(/end 0/);
    expect(terminal.screen()).toContain("refused 0x5412 1");
    expect(terminal.screen()).toContain("refused 0x541c 1");
    expect(terminal.screen()).not.toMatch(/typed 0x/);
  });

  it("is not the sandbox's where none of its streams is the terminal", async () => {
    using machine = makeMachine({ uid });
    const script =
      "exec 3<> /dev/tty && echo opened > said; ps -o tty= -p $$ >> said; echo ended >> said";
    writeFileSync(join(machine.workspace, "try.sh"), script);
    const argv = [...machine.as, process.execPath, CLI, "exec", "bash", "try.sh"];
    const streams = "< /dev/null > out 2>&1";
    using terminal = openTerminal(
      `cd ${machine.workspace} && ${argv.join(" ")} ${streams}; echo "end $?"`,
    );
    await terminal.see(/end 0/);
    expect(machine.host("cat said")).toBe("?\nended\n");
  });
});
