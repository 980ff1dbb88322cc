import { basename } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { containersOf, countCreated, inBind, inBranch, labelOf } from "../support/branch.ts";
import { CLI, cliOk } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let repository: string;

const WORKTREES = "/repo-shelf/worktrees";

beforeAll(async () => {
  workspace = await makeWorkspace();
  repository = `/workspace/${basename(workspace.path)}`;
  workspace.host("git add --all && git commit --quiet --message configured");
  await cliOk(["start", workspace.path]);
  await cliOk(["start", workspace.path, "--branch", "fix/one"]);
  await cliOk(["start", workspace.path, "--branch", "two"]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

interface Listed {
  readonly workspace: string;
  readonly mode: string;
  readonly workdir: string;
  readonly volumes: readonly string[];
}

async function listed(): Promise<readonly Listed[]> {
  const { sandboxes } = JSON.parse(await cliOk(["list", "--json"])) as { sandboxes: Listed[] };
  return sandboxes.filter(({ workspace: path }) => path === workspace.path);
}

describe("two sandboxes of different branches, and one of bind mode", () => {
  it("are listed with mode and workdir, and mount the same repo shelf", async () => {
    const found = await listed();
    expect(found.map(({ mode, workdir }) => `${mode} ${workdir}`).sort()).toEqual([
      `bind ${repository}`,
      `branch ${WORKTREES}/fix__one`,
      `branch ${WORKTREES}/two`,
    ]);
    const hash = labelOf(workspace, "hash").split("=")[1] ?? "";
    for (const { volumes } of found) {
      expect(volumes).toContain(`agent-sbx-repo-${hash}:/repo-shelf`);
    }
  });

  it("have names that say repository and branch", () => {
    const names = docker([
      ...["ps", "--filter", `label=${labelOf(workspace, "hash")}`, "--format", "{{.Names}}"],
    ]);
    const hash = labelOf(workspace, "hash").split("=")[1] ?? "";
    const name = basename(workspace.path);
    expect([...names].sort()).toEqual([
      `agent-sandbox-${name}-${hash}`,
      `agent-sandbox-${name}-fix__one-${hash}`,
      `agent-sandbox-${name}-two-${hash}`,
    ]);
  });

  it("work each in a directory of their own, which no other sees as changed", async () => {
    const one = await inBranch(workspace, "fix/one", "pwd; echo one > mine; git status --short");
    expect(one.stdout).toBe(`${WORKTREES}/fix__one\n?? mine\n`);
    const two = await inBranch(workspace, "two", "pwd; git status --short --branch; ls");
    expect(two.stdout).toBe(`${WORKTREES}/two\n## two...host/two [gone]\nREADME.md\n`);
    const bind = await inBind(workspace, "pwd; git branch --show-current; ls");
    expect(bind.stdout).toBe(`${repository}\nmain\nREADME.md\n`);
    await inBranch(workspace, "fix/one", "rm mine");
  });
});

describe("a commit in a branch sandbox", () => {
  it("reaches the host by git push host BRANCH while the host has main checked out", async () => {
    const script = "echo one > one && git add . && git commit -qm one && git push -q host fix/one";
    expect(await inBranch(workspace, "fix/one", script)).toMatchObject({ status: 0, stderr: "" });
    expect(workspace.host("git log --format=%s fix/one; git branch --show-current")).toBe(
      "one\nconfigured\nfirst\nmain\n",
    );
  });

  it("reaches it by a plain git push too", async () => {
    const script = "echo two > two && git add . && git commit -qm two && git push -q";
    expect(await inBranch(workspace, "two", script)).toMatchObject({ status: 0, stderr: "" });
    expect(workspace.host("git log -1 --format='%s %an' two")).toBe("two Test\n");
  });

  it("is refused in git's words while the host has that branch checked out", async () => {
    workspace.host("git checkout --quiet two");
    const script = "git commit -q --allow-empty -m more && git push host two";
    const refused = await inBranch(workspace, "two", script);
    workspace.host("git checkout --quiet main");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("refusing to update checked out branch");
    expect(await inBranch(workspace, "two", "git push -q host two")).toMatchObject({ status: 0 });
  });
});

describe("in bind mode", () => {
  it("a worktree of the shelf is worked on as ever, and pushes to the host", async () => {
    const script = `cd ${WORKTREES}/fix__one && git status --short --branch
      echo bind > bind && git add . && git commit -qm 'from bind mode' && git push -q host fix/one
      git -C /repo-shelf/repo remote get-url host`;
    expect(await inBind(workspace, script)).toMatchObject({
      stdout: `## fix/one...host/fix/one\nfile://${repository}\n`,
      stderr: "",
      status: 0,
    });
    expect(workspace.host("git log -1 --format=%s fix/one")).toBe("from bind mode\n");
    const seen = await inBranch(workspace, "fix/one", "cat bind; git log -1 --format=%s");
    expect(seen.stdout).toBe("bind\nfrom bind mode\n");
  });
});

describe("shell --branch", () => {
  it("is a terminal in the worktree", async () => {
    using terminal = openTerminal(
      `cd ${workspace.path}; ${process.execPath} ${CLI} --branch two; echo "status $?"`,
    );
    await terminal.see(/two.*[$#] *$/m);
    terminal.type("echo $PWD $(git branch --show-current) $(tty | cut -d/ -f2-3)");
    terminal.press("Enter");
    await terminal.see(/^\/repo-shelf\/worktrees\/two two dev\/pts$/m);
    terminal.type("exit 5");
    terminal.press("Enter");
    await terminal.see(/^status 5$/m);
  });

  it("without a terminal reads commands from its input", async () => {
    const input = "pwd\n";
    expect(await cliOk(["shell", workspace.path, "--branch", "two"], { input })).toBe(
      `${WORKTREES}/two\n`,
    );
  });
});

describe("run --branch into a sandbox that runs", () => {
  it("makes no container", async () => {
    const before = [...containersOf(workspace, "hash"), ...containersOf(workspace, "gate")];
    const labels = (["hash", "gate", "job"] as const).map((kind) => labelOf(workspace, kind));
    const created = await countCreated(labels, async (onStart) => {
      await cliOk(["run", workspace.path, "--branch", "two", "--", "true"], { onStart });
      await cliOk(["start", workspace.path, "--branch", "two"], { onStart });
    });
    expect(created).toEqual([0, 0, 0]);
    expect([...containersOf(workspace, "hash"), ...containersOf(workspace, "gate")]).toEqual(
      before,
    );
  });

  it("sees to the gate where it has gone", async () => {
    docker(["rm", "--force", ...containersOf(workspace, "gate")]);
    const script = "git commit -q --allow-empty -m 'a new gate' && git push -q host two";
    expect(await inBranch(workspace, "two", script)).toMatchObject({ status: 0, stderr: "" });
    expect(workspace.host("git log -1 --format=%s two")).toBe("a new gate\n");
  });
});
