// An agent against a program that the policy blocks, and against a script in place of one.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { configure, makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(() => {
  workspace = makeRepository();
  workspace.host(`mkdir .agent-sandbox tools
    printf '#!/bin/sh\\necho wrapped\\n' > tools/wrap.sh && chmod +x tools/wrap.sh`);
  configure(workspace, {
    container: { image: TEST_IMAGE },
    commands: { jq: false, npm: false, vi: false, aggregate: "tools/wrap.sh" },
  });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

async function inside(script: string) {
  const result = await cli(["run", workspace.path, "--", "sh", "-c", script]);
  if (result.status === 125) throw new Error(result.stderr);
  return result;
}

const REAL = "/usr/local/lib/agent-sandbox/real";

describe("a blocked program", () => {
  it.each([
    ["its path", "/usr/bin/jq -n 1"],
    ["the path by a link", "ln -s /usr/bin/jq /tmp/q; /tmp/q -n 1"],
    ["the path by /proc", "/proc/self/root/usr/bin/jq -n 1"],
    ["a copy", "cp /usr/bin/jq /tmp/c; /tmp/c -n 1"],
    ["a hard link", "ln /usr/bin/jq /tmp/h && /tmp/h -n 1"],
    ["the loader", "/lib64/ld-linux-x86-64.so.2 /usr/bin/jq -n 1"],
    ["the loader and where it was moved", `/lib64/ld-linux-x86-64.so.2 ${REAL}/jq -n 1`],
    ["where it was moved", `${REAL}/jq -n 1`],
    ["a look at where it was moved", `ls ${REAL}`],
    ["opening where it was moved", `chmod 755 ${REAL}`],
    ["another PATH", `PATH=${REAL}:/usr/bin jq -n 1`],
    ["removing the shim", "rm -f /usr/bin/jq && jq -n 1"],
    ["writing the shim", "printf 'exec %s' $0 > /usr/bin/jq && jq -n 1"],
    ["a user namespace", `unshare -Ur ${REAL}/jq -n 1`],
    ["what its name was a link to", "vim.basic --version"],
    [
      "the program behind a script",
      "node /usr/local/lib/node_modules/npm/bin/npm-cli.js --version",
    ],
  ])("is not reached by %s", async (_, attempt) => {
    const { status, stdout } = await inside(attempt);
    expect([status === 0, stdout]).toEqual([false, ""]);
  });

  it("is a shim from the start of the sandbox on, and no plant of an agent's becomes root's", async () => {
    const plant = "mkdir -p ~/.local/bin && ln -sf /etc/passwd ~/.local/bin/jq";
    expect((await inside(plant)).status).toBe(0);
    await cli(["stop", workspace.path]);
    expect((await inside("head -1 /etc/passwd")).stdout).toMatch(/^node:|^root:/);
    expect((await inside("jq")).status).toBe(126);
  });

  it("goes on saying so, however often it is asked for", async () => {
    const often = "i=0; while [ $i -lt 2000 ]; do jq 2>/dev/null; i=$((i+1)); done; jq";
    expect((await inside(often)).status).toBe(126);
  });
});

describe("a script in place of a program", () => {
  it.each([
    ["writing it", "echo x >> tools/wrap.sh"],
    ["moving it", "mv tools t2"],
    ["writing its mount", "echo x >> /run/agent-sandbox/wrappers/aggregate"],
    ["replacing the shim", "cp /bin/true /usr/bin/aggregate"],
    ["putting something beside it", "touch /run/agent-sandbox/wrappers/x /run/agent-sandbox/bin/x"],
  ])("stays: %s does not help", async (_, attempt) => {
    expect((await inside(attempt)).status).not.toBe(0);
    expect((await inside("aggregate")).stdout).toBe("wrapped\n");
  });

  it("leaves the real program to whoever looks for it: it is advice", async () => {
    expect((await inside("/run/agent-sandbox/bin/aggregate < /dev/null")).stdout).not.toContain(
      "wrapped",
    );
  });
});

describe("what sandboxes themselves are opened with", () => {
  let other: Workspace;

  beforeAll(() => {
    other = makeRepository();
    other.host(`mkdir .agent-sandbox
      printf '#!/bin/sh\\nid -u >> /tmp/ran\\nexec "$AGENT_SANDBOX_REAL" "$@"\\n' > own.sh && chmod +x own.sh`);
    const own = ["setpriv", "ipset", "iptables-restore", "find", "chown"];
    configure(other, {
      container: { image: TEST_IMAGE },
      commands: {
        mv: false,
        flock: false,
        ...Object.fromEntries(own.map((name) => [name, "own.sh"])),
      },
    });
  });

  afterAll(async () => {
    await other[Symbol.asyncDispose]();
  });

  it("is never a repository's script: neither at the first start, nor later, nor for allow", async () => {
    const ran = () => cli(["run", other.path, "--", "sh", "-c", "cat /tmp/ran; setpriv --version"]);
    expect((await ran()).stdout).toMatch(/^setpriv/);
    expect((await ran()).stdout).toMatch(/^1000\nsetpriv/);
    await cliOk(["stop", other.path]);
    expect((await ran()).stdout).not.toMatch(/^(0|64053)$/m);
    await cliOk(["allow", "docs.example.com", other.path]);
    expect((await ran()).stdout).not.toMatch(/^(0|64053)$/m);
  });
});
