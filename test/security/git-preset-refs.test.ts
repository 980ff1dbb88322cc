// The preset "@git" of commands, and the ways by which git moves or deletes what leads to commits, or writes over
// files, beside those that people think of.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  git,
  inRepository,
  outcomeOf,
  prepare,
  preset,
  REFUSED,
  scratch,
  template,
} from "./git-preset-repository.ts";

beforeAll(prepare);

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

it.each([
  "symbolic-ref refs/heads/own refs/heads/main",
  "symbolic-ref -m why refs/heads/own refs/heads/feat",
  "read-tree -m -u HEAD",
  "read-tree -mu HEAD",
  "mv -f file untracked",
  "mv --forc file untracked",
  "fast-import --force",
  "tag -d alone",
  "tag --del by-hand alone",
  "tag -f alone",
  "tag --forc alone HEAD",
  "tag -fam why alone main",
  "update-ref refs/tags/alone main",
  "fetch --refmap=+refs/heads/main:refs/heads/own . main",
  "fetch --refmap +refs/heads/main:refs/heads/own . main",
  "fetch --stdin .",
  "fetch --prune . refs/heads/m*:refs/heads/o*",
  "fetch -qp . refs/heads/m*:heads/o*",
  "pull --prune . refs/heads/m*:refs/heads/o*",
  "-c fetch.prune=true fetch . refs/heads/m*:refs/heads/o*",
  "-c remote.up.prune fetch up refs/heads/m*:refs/heads/o*",
  "-c remote.up.fetch=+refs/heads/m*:refs/heads/o* fetch up",
  "-c remote.up.fetch=+refs/heads/main:refs/heads/own fetch up",
  "-c remote.up.fetch=refs/heads/main:refs/heads/own fetch -f up",
  "-c remote.up.fetch=+refs/heads/main:refs/heads/own pull up",
  "-c remote.up.fetch=+refs/heads/main:refs/heads/own remote update",
  "-c remote.up.fetch=refs/heads/m*:refs/heads/o* remote prune up",
  "-c remote.up.fetch=refs/heads/m*:refs/heads/o* remote -v update -p up",
  "fetch --prune --prune-tags .",
  "fetch -pP up",
  "-c fetch.pruneTags=true fetch -p up",
  "-c remote.up.pruneTags=true remote prune up",
])("blocks git %s", (line) => {
  expect(outcomeOf(line)).toEqual(REFUSED);
});

it.each([
  "update-ref HEAD own",
  "update-ref refs/tags/by-hand main",
  "symbolic-ref HEAD refs/heads/own",
  "symbolic-ref --short HEAD",
  "symbolic-ref refs/heads/feat refs/heads/own",
  "symbolic-ref refs/heads/new refs/heads/own",
  "symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main",
  "read-tree HEAD",
  "read-tree -m -u HEAD feat",
  "read-tree -nmu HEAD",
  "mv file other",
  "mv -fn file untracked",
  "fast-import --quiet",
  "tag",
  "tag new",
  "tag -f new own",
  "tag -d by-hand",
  "tag -f by-hand HEAD",
  "tag -l -d alone",
  "fetch --prune .",
  "fetch -p up",
  "fetch --no-prune . refs/heads/m*:refs/heads/o*",
  "fetch . refs/heads/m*:refs/heads/o*",
  "fetch --prune --dry-run . refs/heads/m*:refs/heads/o*",
  "fetch --prune-tags up",
  "fetch --prune up +refs/heads/*:refs/remotes/up/*",
  "-c remote.other.fetch=+refs/heads/main:refs/heads/own fetch up",
  "-c remote.up.fetch=refs/heads/main:refs/heads/own fetch up",
  "remote prune up",
  "remote prune -n up",
  "remote update -p",
])("lets git %s through", (line) => {
  const { status, stderr } = inRepository(...line.split(" "));
  rmSync(join(scratch, "tree"), { recursive: true, force: true });
  expect([status === 126, stderr.toString().includes("agent-sandbox:")]).toEqual([false, false]);
});

describe("on a branch with commits of its own", () => {
  const onOwn = (branch: string, ...argv: readonly string[]) => {
    const own = join(scratch, "on-own");
    rmSync(own, { recursive: true, force: true });
    spawnSync("cp", ["-r", template, own]);
    git(own, "reset", "-q", "--hard");
    git(own, "checkout", "-q", branch);
    const { status } = preset(own, argv);
    return [status, git(own, "log", "-1", "--format=%s", "own")];
  };

  it.each([
    "reset --soft apart",
    "reset apart",
    "reset --mixed apart",
    "reset -q apart --",
    "reset --keep main",
    "reset --kee HEAD~1",
    "reset --keep -",
    "update-ref HEAD main",
    "update-ref HEAD HEAD~1",
  ])("git %s does not leave them behind", (line) => {
    expect(onOwn("own", ...line.split(" "))).toEqual([126, "of its own"]);
  });

  it.each([
    ["reset --soft main", "first"],
    ["reset HEAD~1", "first"],
    ["reset -p apart", "of its own"],
    ["reset apart -- file", "of its own"],
    ["reset apart file", "of its own"],
    ["reset -- apart", "of its own"],
    ["reset file", "of its own"],
    ["reset --keep HEAD", "of its own"],
    ["reset --keep refs/more", "more"],
    ["update-ref HEAD refs/more", "more"],
    ["update-ref --no-deref HEAD main", "of its own"],
    ["commit --amend --allow-empty -qm amended", "amended"],
  ])("git %s is let through", (line, top) => {
    expect(onOwn("own", ...line.split(" "))).toEqual([0, top]);
  });

  it("another name of the branch moves it no more", () => {
    git(template, "symbolic-ref", "refs/heads/by-name", "refs/heads/own");
    const moved = onOwn("main", "branch", "-f", "by-name", "main");
    git(template, "symbolic-ref", "--delete", "refs/heads/by-name");
    expect(moved).toEqual([126, "of its own"]);
  });
});

describe("a worktree without a branch", () => {
  const removed = (commit: readonly string[]) => {
    const path = join(scratch, "detached");
    git(template, "worktree", "add", "-q", "--detach", path);
    if (commit.length > 0) git(path, ...commit);
    const { status } = preset(template, ["worktree", "remove", "../detached"]);
    git(template, "worktree", "remove", "--force", path);
    return status;
  };

  it("is not removed with commits that nothing else leads to", () => {
    expect(removed(["commit", "-q", "--allow-empty", "-m", "detached"])).toBe(126);
    expect(removed([])).toBe(0);
  });
});
