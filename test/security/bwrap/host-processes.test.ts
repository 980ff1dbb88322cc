import { type ChildProcess, spawn } from "node:child_process";

import { describe, expect, it } from "@jest/globals";

import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

/** A process of the same user outside, with a secret in its environment. */
function hostProcess({ as: [program = "", ...words] }: Machine): ChildProcess {
  return spawn(program, [...words, "OUTSIDE_SECRET=outside-value", "sleep", "300"]);
}

describe.each(USERS)("processes outside, seen from a sandbox of $user", ({ uid }) => {
  it("are not there: neither their environment, nor their root, nor their memory", async () => {
    using machine = makeMachine({ uid });
    const process = hostProcess(machine);
    try {
      const pid = process.pid?.toString() ?? "";
      const { stdout } = await machine.exec(
        `cat /proc/*/environ | tr '\\0' '\\n' | grep OUTSIDE
         ls -d /proc/${pid} 2>&1; kill -0 ${pid} 2>&1; cat /proc/${pid}/root/etc/hostname 2>&1
         for root in /proc/*/root; do ls $root/home >/dev/null 2>&1 && ls -di $root/; done | sort -u | wc -l
         ls /proc | grep -c '^[0-9]'`,
      );
      expect(stdout).not.toContain("outside-value");
      expect(stdout).toContain("No such process");
      expect(Number(stdout.trim().split("\n").at(-1))).toBeLessThan(12);
    } finally {
      process.kill("SIGKILL");
    }
  });

  it("do not show what bubblewrap was started with", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec("cat /proc/1/environ /proc/1/cmdline | tr '\\0' '\\n'", {
      env: { API_TOKEN: "token-value", MY_OTHER: "other-value" },
      flags: ["--env", "GIVEN=given-value"],
    });
    expect(stdout).not.toContain("token-value");
    expect(stdout).not.toContain("other-value");
  });
});
