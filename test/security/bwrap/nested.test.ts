// A sandbox in a sandbox opens nothing that the outer one has closed, whoever makes it, and by whatever.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const OUTER = ["--nested", "--exclude", "a", "--ro", "b", "--network=false"];
const LOOSER = "--rw . --rw a --rw b --rw ~ --rw .git/hooks --network --env-inherit all";
/** What is closed, tried. */
const TRY = `echo tried; cat a/hidden; wc -l < /proc/net/dev
for file in b/x ~/x .git/hooks/x; do (echo x > $file); done
bash -c 'exec 3<> /dev/tcp/192.0.2.1/80'
`;

const own = (flags: string) => `node ${CLI} exec ${flags} sh try.sh`;

const ATTACKS = {
  "asks for more by flags": own(LOOSER),
  "asks for more by a configuration": `echo '{"filesystem":{"rw":["~","a","b"],"base":"host"},"network":true}' > in.json; ${own("-c in.json --trust")}`,
  "takes all rules away": `echo '{"filesystem":{"presets":["!@all"],"rw":["~"]}}' > in.json; ${own("-c in.json --trust")}`,
  "hides that it is inside": `bwrap --dev-bind / / --tmpfs /run/agent-sandbox ${own(LOOSER)}`,
  "claims to be outside": `env -i HOME=$HOME PATH=$PATH ${own(LOOSER)}`,
  "is bubblewrap by itself": `bwrap --dev-bind / / sh try.sh`,
  "is bubblewrap, with mounts on what is closed": `bwrap --dev-bind / / --bind $PWD $PWD --tmpfs /run --unshare-all --share-net --cap-add ALL sh -c 'umount -l a; umount -l b; mount -o remount,rw,bind b; sh try.sh'`,
  "is a user namespace with mounts of its own": `unshare --user --map-root-user --mount sh -c 'umount -l a; umount -R $PWD; mount -o remount,rw,bind b; mount -o remount,rw,bind .git/hooks; sh try.sh'`,
} as const;

describe.each(USERS)("in a sandbox of $user", ({ uid }) => {
  it.each(Object.entries(ATTACKS))("opens nothing what %s", async (_, attack) => {
    using machine = makeMachine({ uid });
    machine.host(`mkdir a b && echo in-the-open > a/hidden && cat > try.sh << 'END'\n${TRY}END`);
    const { stdout } = await machine.exec(`{ ${attack}; } 2>&1; echo end`, { flags: OUTER });
    expect(stdout).not.toContain("in-the-open");
    // The kernel refuses it to root altogether.
    expect(stdout.includes("tried")).toBe(uid !== 0);
    expect(stdout.endsWith("end\n")).toBe(true);
    for (const path of ["project/b/x", "x", "project/.git/hooks/x"]) {
      expect(existsSync(join(machine.home, path))).toBe(false);
    }
    expect(readFileSync(join(machine.workspace, "a/hidden"), "utf8")).toBe("in-the-open\n");
    // The head of the table and the loopback: no device leads out.
    expect(/^\d+$/m.exec(stdout)?.[0] ?? "3").toBe("3");
  });
});
