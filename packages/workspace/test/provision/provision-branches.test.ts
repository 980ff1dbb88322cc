import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { git, Workbench } from "../support/workbench.ts";

describe("a branch that is new", () => {
  it("starts at what the host has checked out, whatever that is called", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "checkout", "--quiet", "-b", "develop");
    const commit = bench.commit("a.txt", "a\n");
    expect(await bench.make("feature/x")).toEqual({
      name: "feature/x",
      key: "feature__x",
      source: "new",
      startedFrom: "develop",
      start: commit,
      notes: [],
    });
    const worktree = bench.worktree("feature__x");
    expect(git(worktree, "rev-parse", "HEAD")).toBe(commit);
    expect(git(worktree, "symbolic-ref", "--short", "HEAD")).toBe("feature/x");
    expect(git(worktree, "status", "--porcelain")).toBe("");
    expect(readFileSync(join(worktree, "a.txt"), "utf8")).toBe("a\n");
  });

  it("is a worktree for git, locked against pruning, and goes home with a plain push", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const worktree = bench.worktree("work");
    expect(git(worktree, "worktree", "list", "--porcelain")).toContain(
      `worktree ${worktree}\nHEAD ${git(bench.host, "rev-parse", "HEAD")}\nbranch refs/heads/work\nlocked`,
    );
    expect(git(worktree, "config", "branch.work.remote")).toBe("host");
    expect(git(worktree, "config", "branch.work.merge")).toBe("refs/heads/work");
    expect(git(worktree, "config", "remote.host.url")).toBe("file:///workspace/app");
    expect(() => git(bench.repo, "fsck", "--strict")).not.toThrow();
  });

  it("tells its gate its name, in a file that nobody writes", async () => {
    using bench = Workbench.withCommit();
    await bench.make("feature/x");
    const file = join(bench.gate, "feature__x", "branch");
    expect(readFileSync(file, "utf8")).toBe("feature/x\n");
    expect(statSync(file).mode & 0o777).toBe(0o444);
    expect(statSync(join(bench.gate, "feature__x")).mode & 0o777).toBe(0o755);
  });

  it.each(["main", "origin/far", "v1", "HEAD~1"])("starts from %s when asked", async (from) => {
    using bench = Workbench.withCommit();
    git(bench.host, "tag", "v1");
    git(bench.host, "update-ref", "refs/remotes/origin/far", "HEAD");
    const first = git(bench.host, "rev-parse", "HEAD");
    git(bench.host, "checkout", "--quiet", "-b", "later");
    bench.commit("b.txt", "b\n");
    expect(await bench.make("work", { from })).toMatchObject({ startedFrom: from, start: first });
  });

  it("starts at a commit that no ref leads to", async () => {
    using bench = Workbench.withCommit();
    const lost = bench.commit("lost.txt", "lost\n");
    git(bench.host, "reset", "--quiet", "--hard", "HEAD~1");
    expect(await bench.make("work", { from: lost.slice(0, 10) })).toMatchObject({ start: lost });
    expect(existsSync(join(bench.worktree("work"), "lost.txt"))).toBe(true);
  });
});

describe("a branch that is there already", () => {
  it("is made from the host's", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "branch", "fix");
    bench.commit("later.txt", "later\n");
    expect(await bench.make("fix")).toMatchObject({
      source: "host",
      startedFrom: "fix",
      notes: [],
    });
    expect(git(bench.worktree("fix"), "status", "--short", "--branch")).toBe("## fix...host/fix");
  });

  it("is made from origin's, as the host knows it", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "update-ref", "refs/remotes/origin/fix", "HEAD");
    expect(await bench.make("fix")).toMatchObject({ source: "origin", startedFrom: "origin/fix" });
  });

  it("stays as it is in the shelf, with its commits and its uncommitted files", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const worktree = bench.worktree("work");
    const commit = bench.commit("mine.txt", "mine\n", worktree);
    bench.write("README.md", "changed\n", worktree);
    bench.write("untracked.txt", "new\n", worktree);
    git(bench.host, "branch", "work");
    bench.commit("later.txt", "later\n");
    expect(await bench.make("work", { from: "main" })).toMatchObject({
      source: "kept",
      notes: ['The branch exists: it does not start from "main"'],
    });
    expect(git(worktree, "rev-parse", "HEAD")).toBe(commit);
    expect(git(worktree, "status", "--porcelain")).toBe("M README.md\n?? untracked.txt");
    expect(git(worktree, "rev-parse", "host/main")).toBe(git(bench.host, "rev-parse", "main"));
  });

  it("keeps the commits that its agent made on another branch of the same worktree", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    git(bench.worktree("work"), "checkout", "--quiet", "-b", "aside");
    expect((await bench.make("work")).notes).toEqual([
      'Its worktree has the branch "aside" checked out',
    ]);
    const refusal = await bench.refuse("aside");
    expect(refusal.message).toBe(
      'Cannot use the branch "aside": the worktree of "work" has it checked out',
    );
    expect(git(bench.worktree("work"), "symbolic-ref", "--short", "HEAD")).toBe("aside");
  });
});

describe("a batch", () => {
  it("makes twenty branches, and answers each in its place", async () => {
    using bench = Workbench.withCommit();
    const names = Array.from({ length: 20 }, (_, index) => `agent/${index}`);
    const made = await bench.provision(names.map((name) => ({ name })));
    expect(made.map((branch) => "name" in branch && branch.name)).toEqual(names);
    for (const name of names)
      expect(git(bench.worktree(name.replace("/", "__")), "status", "--porcelain")).toBe("");
  });

  it("lets one that fails spoil no other", async () => {
    using bench = Workbench.withCommit();
    const made = await bench.provision([
      { name: "good" },
      { name: "a..b" },
      { name: "lost", from: "nowhere" },
      { name: "good/below" },
      { name: "fine" },
    ]);
    expect(made.map((branch) => ("source" in branch ? branch.source : branch.message))).toEqual([
      "new",
      'Cannot use "a..b" as a branch\'s name: it has ".."',
      'Cannot start from "nowhere": the host\'s repository has no such commit',
      'Cannot make the branch "good/below": git has none beside "good", which the repo shelf has',
      "new",
    ]);
    expect(made[2]).toMatchObject({ code: "BRANCH_INVALID", hint: "There is: main" });
  });

  it("makes a branch once for two that ask for it", async () => {
    using bench = Workbench.withCommit();
    const [first, second] = await bench.provision([{ name: "work" }, { name: "work" }]);
    expect(first).toMatchObject({ source: "new" });
    expect(second).toEqual(first);
  });
});
