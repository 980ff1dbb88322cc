import { describe, expect, it } from "@jest/globals";

import { branchStates } from "../../src/states/branch-states.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

describe("the state of a branch", () => {
  it("counts what is only there", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "branch", "fix");
    await bench.provision([{ name: "fix" }, { name: "idle" }]);
    bench.commit("a.txt", "a\n", bench.worktree("fix"));
    const commit = bench.commit("b.txt", "b\n", bench.worktree("fix"));
    bench.write("README.md", "changed\n", bench.worktree("fix"));
    bench.write("c.txt", "new\n", bench.worktree("fix"));
    const states = await branchStates(new LocalSession(), bench.settings());
    expect(states).toMatchObject([
      { name: "fix", key: "fix", ahead: 2, isOnHost: false, uncommitted: 2, head: "fix" },
      { name: "idle", ahead: 0, isOnHost: true, uncommitted: 0 },
    ]);
    expect(states[0]?.lastCommit).toEqual({
      commit,
      subject: "Write b.txt",
      time: git(bench.worktree("fix"), "log", "-1", "--format=%cI"),
    });
    expect(states[0]?.bytes).toBeGreaterThan(1000);
  });

  it("sees that the host has merged the commits, and goes on counting those since the start", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    git(bench.host, "fetch", "--quiet", bench.repo, "work");
    git(bench.host, "merge", "--quiet", "--no-ff", "-m", "Merge", "FETCH_HEAD");
    const states = await branchStates(new LocalSession(), bench.settings());
    expect(states).toMatchObject([{ name: "work", ahead: 1, isOnHost: true }]);
  });

  it("knows a commit that the host has on another branch, and measures nothing unasked", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    git(bench.host, "fetch", "--quiet", bench.repo, "work:brought");
    const settings = bench.settings();
    const states = await branchStates(new LocalSession(), settings, { sizes: false });
    expect(states).toMatchObject([{ name: "work", ahead: 1, isOnHost: true, bytes: undefined }]);
  });

  it("does not believe what the shelf remembers of the host", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const commit = bench.commit("a.txt", "a\n", bench.worktree("work"));
    git(bench.repo, "update-ref", "refs/remotes/other/work", commit);
    git(bench.repo, "update-ref", "refs/remotes/host/work", commit);
    const states = await branchStates(new LocalSession(), bench.settings());
    expect(states).toMatchObject([{ isOnHost: false }]);
  });

  it("counts the commits of a detached HEAD", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    git(bench.worktree("work"), "checkout", "--quiet", "--detach");
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    const states = await branchStates(new LocalSession(), bench.settings());
    expect(states).toMatchObject([{ ahead: 0, isOnHost: false, head: undefined }]);
  });

  it("is there where the worktree is gone", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.remove(bench.worktree("work"));
    const states = await branchStates(new LocalSession(), bench.settings());
    expect(states).toMatchObject([{ name: "work", uncommitted: undefined, bytes: undefined }]);
    expect(await bench.make("work")).toMatchObject({ source: "kept" });
    expect(git(bench.worktree("work"), "status", "--porcelain")).toBe("");
  });
});
