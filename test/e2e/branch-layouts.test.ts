import { describe, expect, it } from "@jest/globals";

import { containersOf, inBind, inBranch } from "../support/branch.ts";
import { cli } from "../support/cli.ts";
import { layout, LINKED_WORKTREE, SUBMODULE } from "../support/layout.ts";

const COMMIT = `git log --format=%s; git -c user.name=A -c user.email=a@b commit -q --allow-empty -m more
  git push -q && git status --short --branch`;

describe("a workspace whose .git is a file", () => {
  it.each([
    ["a linked worktree", LINKED_WORKTREE],
    ["a submodule", SUBMODULE],
  ])("%s: its branches are worked on, and pushed home", async (_, script) => {
    await using workspace = layout(script);
    const hook = "$(git rev-parse --git-common-dir)/hooks/post-receive";
    workspace.host(`printf '#!/bin/sh\\ncat > received' > "${hook}" && chmod +x "${hook}"`);
    const { status, stdout, stderr } = await inBranch(workspace, "feat/x", COMMIT);
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stdout: "first\n## feat/x...host/feat/x\n",
      stderr: expect.stringContaining("1 file changed on the host is not in this branch"),
    });
    expect(workspace.host("git log --format=%s feat/x; git branch --show-current")).toBe(
      "more\nfirst\nhere\n",
    );
    expect(workspace.host('cat "$(git rev-parse --git-dir)/received"')).toContain(
      "refs/heads/feat/x",
    );
    const refused = await inBranch(
      workspace,
      "feat/x",
      "git -c user.name=A -c user.email=a@b commit -q --allow-empty -m no; git push host HEAD:here",
    );
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/\[remote rejected\] HEAD -> here/);
    const bind = await inBind(workspace, "true");
    expect(bind.status).toBe(125);
    expect(bind.stderr).toContain("Work on a branch of it with --branch NAME");
  });

  it("keeps the branch that the other worktree has checked out from being pushed over", async () => {
    await using workspace = layout(LINKED_WORKTREE);
    const script = "git -c user.name=A -c user.email=a@b commit -q --allow-empty -m no; git push";
    const { status, stderr } = await inBranch(workspace, "main", script);
    expect(status).toBe(1);
    expect(stderr).toContain("refusing to update checked out branch");
    expect(workspace.host("git log --format=%s main")).toBe("first\n");
  });
});

describe("a workspace that can have no branches", () => {
  it.each([
    ["a bare repository", "git clone --quiet --bare main bare.git; echo bare.git", "it is a bare"],
    [
      "a directory in a checkout",
      "mkdir main/sub; echo main/sub",
      "it is a part of the repository",
    ],
    ["no repository", "mkdir none; echo none", "not a git repository"],
    ["one without a commit", "git init --quiet empty; echo empty", "has no commit yet"],
  ])("%s is refused in a sentence, and no container is left", async (_, script, sentence) => {
    await using workspace = layout(script);
    const { status, stderr } = await cli(["start", workspace.path, "--branch", "x"]);
    expect(status).toBe(125);
    expect(stderr).toMatch(/^Error: Cannot .*\nHint: /);
    expect(stderr).toContain(sentence);
    for (const kind of ["hash", "gate", "job"] as const) {
      expect(containersOf(workspace, kind)).toEqual([]);
    }
  });
});

describe("histories and files that are not whole", () => {
  it("a shallow clone's branch is shallow too, says so, and goes home", async () => {
    await using workspace = layout(
      `git -C main commit --quiet --allow-empty -m second
       git clone --quiet --depth 1 "file://$PWD/main" shallow; echo shallow`,
    );
    const { status, stdout, stderr } = await inBranch(workspace, "x", COMMIT);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "second\n## x...host/x\n" });
    expect(stderr).toContain("The host's history is shallow: so is this branch's");
    expect(workspace.host("git log --format=%s x")).toBe("more\nsecond\n");
  });

  it("pointers of large files and submodules stay as they are, and the person is told", async () => {
    await using workspace = layout(
      `git -C main submodule --quiet add "file://$PWD/main" lib >&2
       cd main; echo '*.bin filter=lfs diff=lfs merge=lfs -text' > .gitattributes
       printf 'version https://git-lfs.github.com/spec/v1\\n' > large.bin
       git add .; git commit --quiet --message large; echo main`,
    );
    const script = "git status --short; cat large.bin; ls -A lib";
    const { status, stdout, stderr } = await inBranch(workspace, "x", script);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "version https://git-lfs.github.com/spec/v1\n",
    });
    expect(stderr).toContain("Submodules are not checked out");
    expect(stderr).toContain("Files of git-lfs are there as pointers");
  });
});

describe("the workspace's owner", () => {
  it.each([1000, 1001])(
    "of uid %i owns what is made in the shelf and pushed home",
    async (owner) => {
      await using workspace = layout("echo main", owner);
      const script = `${COMMIT}; id -u; git -C /repo-shelf/repo rev-parse --is-bare-repository
      find /repo-shelf /run/agent-sandbox-gate ! -user ${owner.toString()} -o ! -group ${owner.toString()}`;
      const { status, stdout } = await inBranch(workspace, "x", script);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: `first\n## x...host/x\n${owner.toString()}\nfalse\n`,
      });
      const foreign = `find . ! -user ${owner.toString()} ! -path './.agent-sandbox*'`;
      expect(workspace.host(foreign)).toBe("");
      expect(workspace.host("git log -1 --format=%s x")).toBe("more\n");
    },
  );

  it("is refused where it is root, before anything is made", async () => {
    await using workspace = layout("echo main", 0);
    const { status, stderr } = await cli(["start", workspace.path, "--branch", "x"]);
    expect(status).toBe(125);
    expect(stderr).toContain("it belongs to root");
    expect(stderr).toContain("chown");
  });
});
