import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

/** Says into which programs it was loaded. */
const LIBRARY = `
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
__attribute__((constructor)) static void begin(void) {
  char name[17] = { 0 };
  prctl(PR_GET_NAME, name);
  strcat(name, "\\n");
  int file = open(TOLD, O_CREAT | O_WRONLY | O_APPEND, 0666);
  if (write(file, name, strlen(name)) > 0) close(file);
}
`;

/** Where the library is; `loadedInto` tells of whom it says so. */
function makeLibrary(machine: Machine) {
  const { workspace } = machine;
  machine.host("mkdir lib");
  writeFileSync(join(workspace, "lib/evil.c"), LIBRARY);
  machine.host(`cc -shared -fPIC -DTOLD='"${workspace}/lib/told"' -o lib/evil.so lib/evil.c`);
  return {
    path: join(workspace, "lib/evil.so"),
    loadedInto: () => machine.host("sort -u lib/told").trim().split("\n"),
  };
}

describe.each(USERS)("what acts on programs before they start, for $user", ({ uid }) => {
  it("does not go in by itself", async () => {
    using machine = makeMachine({ uid });
    machine.host("printf 'touch ~/ran\n' > evil.sh");
    const { stdout } = await machine.exec('echo "[$LD_DEBUG][$BASH_ENV][$NODE_OPTIONS]"', {
      env: { BASH_ENV: `${machine.workspace}/evil.sh`, LD_DEBUG: "none", NODE_OPTIONS: "" },
      flags: ["--env-inherit", "all"],
    });
    expect(stdout).toBe("[][][]\n");
  });

  it("is loaded neither into bubblewrap nor into the command, where LD_PRELOAD is the caller's", async () => {
    using machine = makeMachine({ uid });
    const library = makeLibrary(machine);
    const { stdout } = await machine.exec('sleep 0; echo "[$LD_PRELOAD]"', {
      env: { LD_PRELOAD: library.path },
      flags: ["--env-inherit", "all"],
    });
    expect(stdout).toBe("[]\n");
    const loaded = library.loadedInto();
    expect(loaded).toContain("node");
    for (const name of ["bwrap", "sh", "sleep"]) expect(loaded).not.toContain(name);
  });

  it("is loaded into the command alone, where the command sets LD_PRELOAD for itself", async () => {
    using machine = makeMachine({ uid });
    const library = makeLibrary(machine);
    const { stdout } = await machine.exec(`LD_PRELOAD=${library.path} sleep 0; echo end`);
    expect([stdout, library.loadedInto()]).toEqual(["end\n", ["sleep"]]);
  });

  it("lets no blocked program run: nothing of it is there", async () => {
    using machine = makeMachine({ uid });
    const library = makeLibrary(machine);
    const { status, stdout } = await machine.exec(
      `LD_PRELOAD=${library.path} base64 < /dev/null && echo ran`,
      { flags: ["--cmd", "base64=false"] },
    );
    expect([status, stdout]).toEqual([126, ""]);
  });

  it("is refused where somebody names it", async () => {
    using machine = makeMachine({ uid });
    const flags = ["--env", `LD_PRELOAD=${machine.workspace}/evil.so`];
    const { status, stderr } = await machine.exec("true", { flags });
    expect(status).toBe(2);
    expect(stderr).toContain("LD_PRELOAD");
  });

  it("acts on the command alone, where the whole environment goes in", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec(
      `echo $GLIBC_TUNABLES; tr '\\0' '\\n' < /proc/1/environ | grep -c TUNABLES`,
      { env: { GLIBC_TUNABLES: "glibc.malloc.check=0" }, flags: ["--env-inherit", "all"] },
    );
    expect(stdout).toBe("glibc.malloc.check=0\n0\n");
  });
});
