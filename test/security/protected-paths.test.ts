import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { configure, docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

/** Seed 002, "Default Protected Paths", and the files by which git runs or includes others. */
const PROTECTED = [
  ".git/hooks",
  ".git/config",
  ".git/worktrees",
  ".git/commondir",
  ".git/config.worktree",
  ".git/info/attributes",
  ".husky",
  ".agent-sandbox",
  ".agent-sandbox.json",
  ".agent-sandbox.jsonc",
  ".uds/config.yaml",
  ".agent-precommit/user-context.json",
];

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace({ config: { filesystem: { protected: ["ci/deploy.sh"] } } });
  await cliOk(["start", workspace.path]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

/** Runs a script inside as the agent would. */
const inside = (script: string) => cli(["run", workspace.path, "--", "sh", "-c", script]);

const container = () =>
  docker(["ps", "--quiet", "--filter", `label=agent-sandbox.workspace=${workspace.path}`])[0];

describe.each([...PROTECTED, "ci/deploy.sh"])("%s", (path) => {
  it("cannot be written, created, replaced, renamed or removed", async () => {
    const target =
      path.endsWith("hooks") || !/\.\w+$|config$|commondir|attributes/.test(path)
        ? `${path}/planted`
        : path;
    const attempts = [
      `echo planted > '${target}'`,
      `echo planted > /tmp/p; mv /tmp/p '${path}'`,
      `rm -rf '${path}'`,
      `mv '${path}' '${path}.old'`,
      `ln -sfn /tmp '${path}'`,
      `chmod 777 '${path}'`,
    ];
    for (const attempt of attempts) {
      const { stdout } = await inside(`{ ${attempt}; } 2> /dev/null; echo "$?"`);
      expect({ attempt, status: stdout.trim() }).not.toEqual({ attempt, status: "0" });
    }
    expect(existsSync(join(workspace.path, `${path}/planted`))).toBe(false);
  });
});

describe("the parent of a protected path", () => {
  it.each([".git", ".git/info", ".agent-precommit", "ci"])(
    "%s cannot be renamed away",
    async (parent) => {
      const { status, stderr } = await inside(`mv ${parent} ${parent}.old`);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/busy/i);
    },
  );

  it("still takes what git writes there", async () => {
    const { status, stderr } = await inside(
      "echo more >> README.md && git add . && git commit -m more && git branch side && git gc -q && git stash list",
    );
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});

describe("around the mounts", () => {
  it.each([
    ["a hard link", "ln .git/config copy && echo x >> copy"],
    ["unmounting", "umount .git/hooks"],
    ["remounting", "mount -o remount,rw,bind .git/hooks"],
    [
      "a user namespace",
      "unshare -Urm sh -c 'umount .git/hooks || mount -o remount,rw,bind .git/hooks'",
    ],
    ["the path by /proc", 'echo x > "/proc/self/cwd/.git/hooks/pre-commit"'],
    ["the path by a descriptor", "exec 3< .git/hooks; echo x > /proc/self/fd/3/pre-commit"],
    ["sudo", "sudo -n touch .git/hooks/pre-commit"],
    ["git's own command", "/usr/bin/git config core.hooksPath /tmp"],
  ])("%s does not help", async (_, attempt) => {
    expect((await inside(attempt)).status).not.toBe(0);
    expect(existsSync(join(workspace.path, ".git/hooks/pre-commit"))).toBe(false);
  });
});

describe("a place held for an absent path", () => {
  it("belongs to the workspace's owner while the sandbox runs, and is gone after it", async () => {
    expect(lstatSync(join(workspace.path, ".husky")).uid).toBe(1000);
    expect(readFileSync(join(workspace.path, ".git/commondir"), "utf8")).toBe(".\n");
    expect(workspace.host("git status --short && git worktree prune && git gc -q")).toBe("");
    expect(container()).toBeDefined();
    await cliOk(["stop", workspace.path]);
    expect(readdirSync(workspace.path).sort()).toEqual([".agent-sandbox", ".git", "README.md"]);
    expect(existsSync(join(workspace.path, ".git/commondir"))).toBe(false);
    expect(existsSync(join(workspace.path, ".git/worktrees"))).toBe(false);
  });

  it("is gone after a crash too, at the next command", async () => {
    await cliOk(["start", workspace.path]);
    docker(["kill", container() ?? ""]);
    await cliOk(["list"]);
    expect(existsSync(join(workspace.path, ".husky"))).toBe(false);
  });

  it("is kept once somebody has filled it", async () => {
    await cliOk(["start", workspace.path]);
    workspace.host("echo 'npm test' > .husky/pre-commit");
    await cliOk(["stop", workspace.path]);
    expect(readFileSync(join(workspace.path, ".husky/pre-commit"), "utf8")).toBe("npm test\n");
    workspace.host("rm -r .husky");
  });
});

describe("a link or a way out in a protected path", () => {
  it.each([
    ["the path itself", "ln -s ../.ssh .husky"],
    ["a directory above it", "ln -s /etc .agent-precommit"],
  ])("is refused: %s", async (_, plant) => {
    workspace.host(plant);
    const { status, stderr } = await cli(["start", workspace.path]);
    workspace.host("rm -f .husky .agent-precommit");
    expect(status).toBe(125);
    expect(stderr).toContain("it is a symbolic link");
  });

  it("is refused: a segment ..", async () => {
    configure(workspace, { filesystem: { protected: ["../other"] } });
    const { status, stderr } = await cli(["start", workspace.path]);
    configure(workspace, {});
    expect(status).toBe(125);
    expect(stderr).toContain('".."');
  });
});

describe("a protected path below a protected directory", () => {
  it("does not make the directory writable", async () => {
    await using team = await makeWorkspace({
      config: { filesystem: { protected: [".github/", ".github/workflows/ci.yml", ".git/"] } },
    });
    team.host("mkdir -p .github/workflows && echo on > .github/workflows/ci.yml");
    const attempt = "touch .github/workflows/evil.yml .github/x .git/info/x .git/x";
    const { stderr } = await cli(["run", team.path, "--", "sh", "-c", attempt]);
    expect(stderr.match(/Read-only file system/g)).toHaveLength(4);
  });
});

describe("a configuration that --config names", () => {
  it("is read-only inside when it is in the workspace", async () => {
    await using team = await makeWorkspace();
    team.host('echo "{}" > other.json');
    const file = `${team.path}/other.json`;
    const args = ["run", team.path, "--config", file, "--", "sh", "-c", "echo x > other.json"];
    expect((await cli(args)).stderr).toContain("Read-only file system");
  });
});

describe("core.hooksPath", () => {
  it("names hooks that are protected as .git/hooks is", async () => {
    await using team = await makeWorkspace();
    team.host("mkdir .githooks && echo true > .githooks/pre-commit");
    team.host("git config core.hooksPath .githooks");
    const attempt = "echo planted > .githooks/pre-commit || mv .githooks other";
    const { status, stderr } = await cli(["run", team.path, "--", "sh", "-c", attempt]);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/Read-only[\s\S]*busy/);
    expect(team.host("cat .githooks/pre-commit")).toBe("true\n");
  });

  it("protects the relative one of the user's own configuration, which every repository gets", async () => {
    const home = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    await using team = await makeWorkspace();
    team.host(`mkdir .githooks`);
    const env = { HOME: home, XDG_CONFIG_HOME: undefined, GIT_CONFIG_GLOBAL: undefined };
    const write = "touch .githooks/pre-commit && echo written";
    try {
      execFileSync("git", ["config", "--global", "core.hooksPath", ".githooks"], {
        env: {
          ...process.env,
          HOME: home,
          XDG_CONFIG_HOME: "",
          GIT_CONFIG_GLOBAL: `${home}/.gitconfig`,
        },
      });
      const args = ["run", team.path, "--", "sh", "-c", write];
      const { stdout, stderr } = await cli(args, { env });
      expect({ stdout, said: stderr.includes("Read-only") }).toEqual({ stdout: "", said: true });
      await cliOk(["stop", team.path], { env });
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

describe("a mount that the host takes away", () => {
  it("ends the sandbox with its reason", async () => {
    await cliOk(["start", workspace.path]);
    const working = inside("sleep 60");
    await inside("until pgrep -x sleep; do sleep 0.1; done");
    workspace.host("git config test.key value");
    const { status, stderr } = await working;
    expect(status).toBe(125);
    expect(stderr).toMatch(/the protection of ".*\.git\/config" was lost/);
    expect(container()).toBeUndefined();
  });

  it("is only told where the configuration says so", async () => {
    configure(workspace, { container: { "on-lost-mount": "warn" } });
    await cliOk(["start", workspace.path]);
    workspace.host("git config test.key other");
    const { status, stderr } = await inside("echo inside");
    expect(status).toBe(0);
    expect(stderr).toContain(".git/config");
  });
});
