// What stands in place of programs is a script of sh where the compiled program is missing.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { makeMachine, USERS } from "../support/on-this-machine.ts";

const PACKAGE = dirname(dirname(CLI));

/** An installed package without the compiled program. */
function installed() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-package-")));
  for (const name of ["bin", "dist", "package.json"]) {
    cpSync(join(PACKAGE, name), join(root, name), { recursive: true });
  }
  // Another user runs it.
  chmodSync(root, 0o755);
  const shims = "packages/engine-bwrap/shims";
  mkdirSync(join(root, "assets", dirname(shims)), { recursive: true });
  cpSync(join(PACKAGE, "../..", shims), join(root, "assets", shims), { recursive: true });
  return {
    exec: `${process.execPath} ${join(root, "bin/run.js")} exec`,
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

describe.each(USERS)("exec of $user, without the compiled program", ({ uid }) => {
  it("keeps what stands in place of a program in its folder", () => {
    using program = installed();
    using machine = makeMachine({ uid });
    machine.host("mkdir tools && cp /bin/echo tools/told");
    const said = machine.host(
      `PATH=$PWD/tools:$PATH ${program.exec} --debug --cmd told=false sh -c '
         mv tools elsewhere && echo moved; rm -f tools/told; mv tools/told x && echo moved
         told through; echo "status $?"' 2>&1`,
    );
    expect(said).toContain("shims (sh)");
    expect(said).toMatch(/command 'told' is blocked in this sandbox\nstatus 126/);
    expect(said).not.toMatch(/^moved$/m);
  });
});

it("opens a sandbox in a sandbox without the compiled program too, and both have their rules", () => {
  using program = installed();
  using machine = makeMachine({ uid: 1000 });
  const said = machine.host(
    `${program.exec} --nested --cmd base64=false ${program.exec} --cmd id=false sh -c '
       git reset --hard; echo "git $?"; base64 /dev/null; echo "base64 $?"; id; echo "id $?"' 2>&1`,
  );
  expect(said).toContain("blocked git reset --hard");
  expect(said.match(/^(?:git|base64|id) 126$/gm)).toHaveLength(3);
});
