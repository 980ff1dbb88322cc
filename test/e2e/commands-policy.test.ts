// Programs that the policy blocks, or runs a script in place of.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, type CliResult, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { configure, makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(() => {
  workspace = makeRepository();
  workspace.host(`mkdir .agent-sandbox tools
    printf '#!/bin/sh\\necho "$AGENT_SANDBOX_CMD of $AGENT_SANDBOX_REAL: $*"\\nexec "$AGENT_SANDBOX_REAL" "$@"\\n' > tools/wrap.sh
    printf '#!/bin/sh\\necho "git: $(git --version)"\\n' > tools/git-user.sh
    chmod +x tools/*.sh`);
  keep({
    ...{ rm: false, "it's": false, xxd: false, npm: false, tr: false, chown: false, perl: false },
    ...{
      jq: "tools/wrap.sh",
      npx: "tools/wrap.sh",
      absent: "tools/wrap.sh",
      curl: "tools/git-user.sh",
    },
  });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

function keep(commands: unknown): void {
  configure(workspace, { container: { image: TEST_IMAGE }, commands });
}

async function inside(...argv: string[]): Promise<CliResult> {
  const result = await cli(["run", workspace.path, "--", ...argv]);
  if (result.status === 125) throw new Error(result.stderr);
  return result;
}

const sh = (script: string) => inside("sh", "-c", script);

describe("a blocked program", () => {
  it.each(["rm", "it's", "npm", "tr"])("says so, and how to go on: %s", async (name) => {
    const { status, stderr } = await inside(name, "--version");
    expect(status).toBe(126);
    expect(stderr).toContain(`agent-sandbox: "${name}" is blocked by policy`);
    expect(stderr).toContain(`ask the human to change commands.${name}`);
  });

  it("is blocked by its path and by the names of what it leads to", async () => {
    for (const path of ["/usr/bin/rm", "/bin/rm", "/usr/local/bin/npm", "/usr/bin/perl5*"]) {
      expect([path, (await sh(`${path} --version`)).status]).toEqual([path, 126]);
    }
    const script = "$(dirname $(command -v node))/../lib/node_modules/npm/bin/npm-cli.js";
    expect((await sh(`${script} --version`)).status).toBe(126);
  });

  it("is on the record of what was blocked", async () => {
    await sh("rm -r x; it\\'s");
    const lines = await cliOk(["log", workspace.path, "--blocked-only", "--json"]);
    const own = lines
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);
    for (const target of ["rm", "it's"]) {
      expect(own).toContainEqual(
        expect.objectContaining({
          operation: "exec",
          target,
          policy: "command-rule",
          trust: "reported",
        }),
      );
    }
  });

  it("stays blocked in a sandbox that is started again", async () => {
    await cliOk(["stop", workspace.path]);
    expect((await inside("rm", "x")).status).toBe(126);
    expect((await inside("jq", "--version")).stdout).toContain("jq-");
  });
});

describe("a script in place of a program", () => {
  it("gets its arguments, and finds the real one", async () => {
    const { stdout, status } = await inside("jq", "-n", "1 + 1");
    expect(stdout).toBe("jq of /run/agent-sandbox/bin/jq: -n 1 + 1\n2\n");
    expect(status).toBe(0);
  });

  it("finds a program that is a link, which finds what it needs beside it", async () => {
    const { stdout } = await inside("npx", "--version");
    expect(stdout).toMatch(/^npx of \/run\/agent-sandbox\/bin\/npx: --version\n\d+\./);
  });

  it("runs where there is no such program, and is told so", async () => {
    expect((await inside("absent", "x")).stdout).toMatch(/^absent of : x\n/);
  });

  it("can call git, whose wrapper does not take its real program for git's", async () => {
    expect((await inside("curl")).stdout).toMatch(/^git: git version/);
  });

  it("cannot be written, in the workspace either", async () => {
    for (const path of ["tools/wrap.sh", "/run/agent-sandbox/wrappers/jq", "/usr/bin/jq"]) {
      expect((await sh(`echo x >> ${path}`)).status).not.toBe(0);
    }
    expect((await sh("ls /run/agent-sandbox/bin")).status).not.toBe(0);
  });
});

describe("git", () => {
  it.each([
    [false, "git --version", 126],
    [false, "/usr/bin/git --version", 126],
    ["@git", "git commit --no-verify --allow-empty -qm x", 126],
    [true, "git commit --no-verify --allow-empty -qm x", 0],
  ])("with %j: %s", async (rule, script, expected) => {
    keep({ git: rule });
    expect((await sh(script)).status).toBe(expected);
  });
});

describe("what cannot be kept", () => {
  it.each([
    [{ bash: false }, "sandboxes are opened and entered by"],
    [{ curl: "tools/none.sh" }, "it is not there"],
    [{ curl: "README.md" }, "it is not executable"],
  ])("is refused with its reason: %j", async (commands, reason) => {
    keep(commands);
    await expect(inside("true")).rejects.toThrow(reason);
  });
});
