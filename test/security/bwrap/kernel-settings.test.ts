// What is written there holds for the whole machine: the kernel runs what core_pattern names, as root.
import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("the kernel's settings, in a sandbox of $user", ({ uid }) => {
  it.each(["host", "project"])("are nobody's to write where the base is %s", async (base) => {
    using machine = makeMachine({ uid });
    machine.host(`echo '${JSON.stringify({ filesystem: { base } })}' > given.json`);
    // Opened and not written: a test that fails leaves the machine as it is.
    const { status, stdout } = await machine.exec(
      `for name in kernel/core_pattern kernel/modprobe kernel/hotplug vm/drop_caches fs/suid_dumpable; do
         (: >> /proc/sys/$name) 2>/dev/null && echo "opened $name"
       done
       for file in /proc/sysrq-trigger /proc/irq/default_smp_affinity /sys/kernel/uevent_helper; do
         (: >> $file) 2>/dev/null && echo "opened $file"
       done
       cat /proc/sys/kernel/ostype`,
      { flags: ["--config", "given.json"] },
    );
    expect([status, stdout]).toEqual([0, "Linux\n"]);
  });
});
