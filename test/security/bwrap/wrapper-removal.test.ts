// What stands in place of a program is not taken away, moved aside or mounted over.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const WRAPPER = '#!/bin/sh\necho "wrapped $AGENT_SANDBOX_CMD"\n';

describe.each(USERS)("a wrapper, in a sandbox of $user", ({ uid }) => {
  it("stays in every place of the program, whoever owns the folder", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir -p tools ~/bin && cp /bin/echo ~/bin/told");
    writeFileSync(join(machine.workspace, "tools/wrap.sh"), WRAPPER, { mode: 0o755 });
    const before = readFileSync(join(machine.home, "bin/told"));
    const PATH = `${machine.home}/bin:${machine.host("printf %s $PATH")}`;
    const { stdout } = await machine.exec(
      `told=$HOME/bin/told
       rm -f $told 2>/dev/null && echo removed; mv $told $told.old 2>/dev/null && echo moved
       cp /bin/true $told 2>/dev/null && echo replaced; echo evil > $told 2>/dev/null && echo wrote
       ln -sf /bin/true $told 2>/dev/null && echo linked; chmod 0 $told 2>/dev/null && echo closed
       umount $told 2>/dev/null && echo unmounted
       mount --bind /bin/true $told 2>/dev/null && echo covered
       unshare --user --map-root-user --mount sh -c "umount $told; $told through" 2>/dev/null
       mv $HOME/bin $HOME/elsewhere 2>/dev/null && echo moved the folder
       for file in wrappers/told bin/told presets; do
         rm -rf /run/agent-sandbox/$file 2>/dev/null && echo "removed $file"
       done
       sed -i s/wrapped/evil/ tools/wrap.sh 2>/dev/null
       told through`,
      { flags: ["--rw", "~", "--cmd", "told=tools/wrap.sh"], env: { PATH } },
    );
    const said = stdout.trim().split("\n");
    expect(said.at(-1)).toBe("wrapped told");
    expect(new Set(said)).toEqual(new Set(["wrapped told"]));
    expect(readFileSync(join(machine.home, "bin/told")).equals(before)).toBe(true);
  });

  it("holds in the place of a blocked program as well, by a link and a copy of its name", async () => {
    using machine = makeMachine({ uid });
    const { stdout, stderr } = await machine.exec(
      `ln -s "$(command -v base64)" mine; echo x | ./mine && echo ran
       rm -f "$(command -v base64)" 2>/dev/null && echo removed; echo x | base64 && echo ran; echo end`,
      { flags: ["--cmd", "base64=false"] },
    );
    expect(stdout).toBe("end\n");
    expect(stderr).toContain("command 'base64' is blocked in this sandbox");
  });
});
