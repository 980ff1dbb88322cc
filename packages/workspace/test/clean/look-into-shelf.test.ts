import { join } from "node:path";
import { utimesSync } from "node:fs";

import { describe, expect, it } from "@jest/globals";

import { lookIntoShelf } from "../../src/clean/look-into-shelf.ts";
import type { ShelfContents } from "../../src/clean/shelf-contents.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

function look(bench: Workbench): Promise<ShelfContents> {
  return lookIntoShelf(new LocalSession(), bench.settings());
}

describe("looking into a shelf", () => {
  it("tells of each branch what only the shelf has, what it takes and when it was used", async () => {
    using bench = Workbench.withCommit();
    await bench.provision([{ name: "feat/a" }, { name: "idle" }]);
    bench.commit("a.txt", "a\n", bench.worktree("feat__a"));
    bench.write("b.txt", "b\n", bench.worktree("feat__a"));
    const old = new Date("2026-01-01T00:00:00Z");
    for (const name of ["HEAD", "index"])
      utimesSync(join(bench.repo, ".git/worktrees/idle", name), old, old);
    const { branches, otherRisk, objects } = await look(bench);
    expect(branches).toMatchObject([
      {
        ...{ name: "feat/a", key: "feat__a", hasWorktree: true },
        risk: "1 commit and 1 uncommitted file",
      },
      { name: "idle", key: "idle", hasWorktree: true, risk: undefined, lastUsed: old },
    ]);
    expect(branches[0]?.bytes).toBeGreaterThan(1000);
    expect(branches[0]?.lastUsed?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(otherRisk).toBeUndefined();
    expect(objects.bytes).toBeGreaterThan(1000);
    expect(objects.loose + objects.packs).toBeGreaterThan(0);
  });

  it("sees branches that an agent made besides its own, and what is stashed", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const worktree = bench.worktree("work");
    git(worktree, "branch", "same");
    bench.commit("a.txt", "a\n", worktree);
    git(worktree, "branch", "backup");
    git(worktree, "reset", "--quiet", "--hard", "HEAD~1");
    bench.write("README.md", "changed\n", worktree);
    git(worktree, "stash");
    git(worktree, "tag", "here");
    const { branches, otherRisk } = await look(bench);
    expect(branches).toMatchObject([
      { name: "backup", hasWorktree: false, risk: "1 commit", bytes: 0, lastUsed: undefined },
      { name: "same", hasWorktree: false, risk: undefined },
      { name: "work", hasWorktree: true, risk: undefined },
    ]);
    bench.write("notes.txt", "mine", bench.shelf);
    expect(otherRisk).toBe("what is in refs/stash");
    expect((await look(bench)).otherRisk).toBe("what is in refs/stash, notes.txt");
  });

  it("has nothing against a tag of what the host has, nor against the host's own", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    git(bench.worktree("work"), "tag", "-m", "here", "here");
    git(bench.host, "tag", "blob", git(bench.host, "rev-parse", "HEAD:README.md"));
    expect((await look(bench)).otherRisk).toBeUndefined();
    git(bench.repo, "update-ref", "refs/notes/blob", git(bench.host, "rev-parse", "blob"));
    expect((await look(bench)).otherRisk).toBe("what is in refs/notes/blob");
  });

  it("calls a worktree that git cannot read at risk, and so one that git does not know", async () => {
    using bench = Workbench.withCommit();
    await bench.provision([{ name: "broken" }, { name: "fine" }]);
    bench.write(".git/worktrees/broken/index", "no index", bench.repo);
    bench.write("file", "work", bench.worktree("stray"));
    const { branches } = await look(bench);
    expect(branches).toMatchObject([
      { name: "broken", risk: "what git cannot read" },
      { name: "fine", risk: undefined },
      { name: "stray", hasWorktree: true, risk: expect.stringContaining("file") as unknown },
    ]);
  });
});
