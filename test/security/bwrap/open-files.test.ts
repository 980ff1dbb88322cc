// What is open when the sandbox starts goes in with the command, and knows nothing of its mounts.
import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("what is open at the start, in a sandbox of $user", ({ uid }) => {
  it.each([8, 9, 30, 200])("is no directory: no %d leads past the mounts", (fd) => {
    using machine = makeMachine({ uid });
    machine.host("mkdir ~/outside && echo s > ~/outside/file");
    const said = machine.host(
      `exec bash -c 'exec ${fd}< ~/outside
         ${process.execPath} ${CLI} exec --exclude "~/outside" sh -c "
           cat /proc/self/fd/${fd}/file; echo evil > /proc/self/fd/${fd}/new; echo end" 2>/dev/null'`,
    );
    expect(said).toBe("end\n");
    expect(machine.host("ls ~/outside")).toBe("file\n");
  });

  it("is a file or a pipe where the caller hands one over", () => {
    using machine = makeMachine({ uid });
    machine.host("echo one > ~/one");
    const said = machine.host(
      `exec bash -c 'exec 30< ~/one 31< ~
         ${process.execPath} ${CLI} exec sh -c "cat /proc/self/fd/30"
         ${process.execPath} ${CLI} exec cat <(echo two)'`,
    );
    expect(said).toBe("one\ntwo\n");
  });

  it("is no socket", () => {
    using machine = makeMachine({ uid });
    const said = machine.host(
      `exec bash -c 'exec 30<> /dev/udp/127.0.0.1/9
         ${process.execPath} ${CLI} exec readlink /proc/self/fd/30'`,
    );
    expect(said).toBe("/dev/null\n");
  });

  it("is refused as a directory in the place of a standard stream", () => {
    using machine = makeMachine({ uid });
    const said = machine.host(`${process.execPath} ${CLI} exec true < / 2>&1 || echo $?`);
    expect(said).toMatch(/standard input would be a directory.*2\n$/s);
  });
});
