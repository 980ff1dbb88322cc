// What whoever starts agent-sandbox has open: a directory among it would lead out of the sandbox.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

/** Runs a command in a sandbox by bash, which can open any descriptor for it; says all that is said. */
function execWith({ as, workspace }: Machine, redirections: string, script: string): string {
  const [program = "", ...words] = as;
  const line = `"$0" "$1" exec sh -c "$2" ${redirections} 2>&1; echo "status $?"`;
  const argv = [...words, "bash", "-c", line, process.execPath, CLI, script];
  return execFileSync(program, argv, { cwd: workspace, encoding: "utf8" });
}

/** A folder that the policy hides, with one file. */
function hiddenFolder(machine: Machine): string {
  const folder = join(machine.home, "outside");
  machine.host(`mkdir ${folder}; echo secret > ${folder}/file`);
  return folder;
}

const CONFIG = { filesystem: { exclude: ["~/outside"] } };

describe.each(USERS)("what is open already, as $user", ({ uid }) => {
  it.each([3, 9, 17, 60, 251])("is not in the sandbox as descriptor %d", (descriptor) => {
    using machine = makeMachine({ uid, config: CONFIG });
    const folder = hiddenFolder(machine);
    const fd = `/proc/self/fd/${descriptor.toString()}`;
    const script = `cat ${fd}/file ${fd}/../outside/file; echo x > ${fd}/new; echo done`;
    const said = execWith(machine, `${descriptor.toString()}< ${folder}`, script);
    expect(said).toContain("done\nstatus 0");
    expect(said).not.toContain("secret\n");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("is refused where it cannot be kept out", () => {
    using machine = makeMachine({ uid });
    expect(execWith(machine, "5000< /", "true")).toMatch(
      /descriptor 5000 would be open.*status 2/s,
    );
    expect(execWith(machine, "< /", "true")).toMatch(/standard input .* directory.*status 2/s);
  });

  it("is handed on where the command is to have it: the standard streams", () => {
    using machine = makeMachine({ uid });
    machine.host("echo read > in");
    expect(execWith(machine, "< in", "cat")).toBe("read\nstatus 0\n");
  });
});
