import { rmSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { containersOf, inBranch } from "../support/branch.ts";
import { cli, cliOk } from "../support/cli.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let origin: string;

const ODD = `ü/q"$(x)&@`;

/** A bare repository beside the workspace is its origin, and has a branch that the host has not. */
beforeAll(async () => {
  workspace = await makeWorkspace();
  origin = `${workspace.path}-origin.git`;
  workspace.host(`git add --all && git commit --quiet --message configured
    git init --quiet --bare --initial-branch main '${origin}'
    git remote add origin 'file://${origin}' && git push --quiet origin main
    git push --quiet origin main~:refs/heads/only-there
    git branch on-host main~ && git tag v1 main~`);
});

afterAll(async () => {
  rmSync(origin, { recursive: true });
  await workspace[Symbol.asyncDispose]();
});

const checkout = (branch: string, ...flags: string[]) =>
  cli(["checkout", branch, workspace.path, ...flags]);

/** Runs a script in the sandbox of one branch, which sees the worktrees of all others. */
const look = (script: string) => inBranch(workspace, "new", script);

describe("checkout", () => {
  it("makes a new branch from what the host has checked out, and starts no sandbox", async () => {
    const { status, stdout, stderr } = await checkout("new");
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "new is ready in /repo-shelf/worktrees/new\n",
    });
    expect(stderr).toBe(`Fetching origin, "file://${origin}"\n`);
    expect(containersOf(workspace, "hash")).toEqual([]);
    expect(containersOf(workspace, "gate")).toEqual([]);
  });

  it("says what it did with --json, and on standard error nothing", async () => {
    const { stdout, stderr } = await checkout("new", "--json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      branch: "new",
      workspace: workspace.path,
      workdir: "/repo-shelf/worktrees/new",
    });
  });

  it("starts a new branch where --from says", async () => {
    const starts = [
      ["from-tag", "v1"],
      ["from-origin", "origin/only-there"],
      ["from-before", "main~"],
    ] as const;
    const made = starts.map(([branch, from]) => checkout(branch, "--from", from, "--no-fetch"));
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual([0, 0, 0]);
    const log = "for b in from-tag from-origin from-before new; do git log -1 --format=%s $b; done";
    expect((await look(log)).stdout).toBe("first\nfirst\nfirst\nconfigured\n");
  });

  it("refuses a start that the host does not have, and says what there is", async () => {
    const { status, stderr } = await checkout("nowhere", "--from", "no-such-ref");
    expect(status).toBe(125);
    expect(stderr).toContain('Cannot start from "no-such-ref": the host\'s repository has no such');
    expect(stderr).toContain("main, on-host");
  });

  it("refuses a name that git refuses, before anything is made", async () => {
    const { status, stderr } = await checkout("a..b");
    expect(status).toBe(125);
    expect(stderr).toContain('Cannot use "a..b" as a branch\'s name: it has ".."');
  });
});

describe("a branch that is there", () => {
  it("on the host is worked on from there", async () => {
    const { stdout } = await inBranch(workspace, "on-host", "git log --format=%s; git status -sb");
    expect(stdout).toBe("first\n## on-host...host/on-host\n");
  });

  it("on origin alone is fetched and tracked from there, and goes home to the host", async () => {
    expect(await checkout("only-there")).toMatchObject({ status: 0 });
    const script = `git log --format=%s; git commit -q --allow-empty -m more && git push -q
      git rev-parse --abbrev-ref @{push}; git remote get-url origin`;
    const { status, stdout } = await inBranch(workspace, "only-there", script);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `first\nhost/only-there\nfile://${origin}\n`,
    });
    expect(workspace.host("git log --format=%s only-there")).toBe("more\nfirst\n");
  });

  it("is fetched first, and is not with --no-fetch", async () => {
    const pushed = `git push --quiet origin main:refs/heads/later && git update-ref -d refs/remotes/origin/later`;
    workspace.host(pushed);
    expect((await checkout("later", "--no-fetch", "--from", "v1")).stderr).toBe("");
    workspace.host(pushed.replaceAll("later", "later-still"));
    expect(await checkout("later-still")).toMatchObject({ status: 0 });
    expect(
      (await look("git log -1 --format=%s later; git log -1 --format=%s later-still")).stdout,
    ).toBe("first\nconfigured\n");
  });

  it("in the shelf is kept as it is, whatever its state, and says so where --from is given", async () => {
    const mess = `echo changed > README.md; echo new > new; git commit -q --allow-empty -m kept
      git checkout -q --detach; git commit -q --allow-empty -m detached`;
    await look(mess);
    const before = await look("git status -s; git log --format=%s --all");
    await cliOk(["stop", workspace.path, "--all"]);
    const { status, stderr } = await checkout("new", "--from", "v1", "--no-fetch");
    expect(status).toBe(0);
    expect(stderr).toContain('The branch exists: it does not start from "v1"');
    expect(stderr).toContain("Its worktree has no branch checked out");
    const after = await look("git status -s; git log --format=%s --all");
    expect(after.stdout).toBe(before.stdout);
    // Of commits of one second, either may come first.
    const [changed, untracked, ...subjects] = after.stdout.split("\n");
    expect([changed, untracked]).toEqual([" M README.md", "?? new"]);
    expect(subjects).toEqual(expect.arrayContaining(["kept", "detached"]));
  });
});

describe("what people should know", () => {
  it("is how many files of a dirty host the branch does not have", async () => {
    workspace.host("touch one two && echo changed >> README.md");
    const { stderr } = await checkout("beside", "--no-fetch");
    workspace.host("rm one two && git checkout --quiet README.md");
    expect(stderr).toContain("3 files changed on the host are not in this branch\n");
    const seen = await look("cd /repo-shelf/worktrees/beside; git status -s; ls");
    expect(seen.stdout).toBe("README.md\n");
  });

  it("is that origin could not be reached: a warning, and the branch is made", async () => {
    workspace.host("git remote set-url origin file:///no/such/place");
    const { status, stderr } = await checkout("offline");
    workspace.host(`git remote set-url origin 'file://${origin}'`);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Warning: Cannot fetch origin: .*; its branches are as they were/m);
  });

  it("is that the host has no branch checked out", async () => {
    workspace.host("git checkout --quiet --detach v1");
    const { status, stderr } = await checkout("from-detached", "--no-fetch");
    workspace.host("git checkout --quiet main");
    expect(status).toBe(0);
    expect(stderr).toContain("The host has no branch checked out: this one starts at its commit ");
  });
});

describe("names", () => {
  it("that differ in case alone, or read alike as directories, are branches of their own", async () => {
    const names = ["Twin", "twin", "a/b", "a__b", "x-", ODD];
    const made = await Promise.all(names.map((name) => checkout(name, "--no-fetch", "--json")));
    expect(made.map(({ status }) => status)).toEqual(names.map(() => 0));
    const workdirs = made.map(({ stdout }) => (JSON.parse(stdout) as { workdir: string }).workdir);
    expect(new Set(workdirs).size).toBe(names.length);
    const script = workdirs.map((dir) => `git -C '${dir}' branch --show-current`).join("; ");
    expect((await look(script)).stdout).toBe(names.map((name) => `${name}\n`).join(""));
  });

  it("with signs that mean something elsewhere reach the host all the same", async () => {
    const script = "git branch --show-current; git commit -q --allow-empty -m odd; git push -q";
    expect(await inBranch(workspace, ODD, script)).toMatchObject({
      ...{ status: 0, stderr: "" },
      stdout: `${ODD}\n`,
    });
    expect(workspace.host(`git log -1 --format=%s '${ODD}'`)).toBe("odd\n");
  });
});
