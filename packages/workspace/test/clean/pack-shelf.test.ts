import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { isWorthPacking, packShelf } from "../../src/clean/pack-shelf.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

const pack = (bench: Workbench, session = new LocalSession()) =>
  packShelf(session, bench.settings());

/** A commit that only the reflog has, what is staged, and a worktree of which git would forget the record. */
async function prepare(bench: Workbench): Promise<Record<"reflog" | "staged", string>> {
  await bench.provision([{ name: "work" }, { name: "other" }]);
  const worktree = bench.worktree("work");
  const reflog = bench.commit("a.txt", "a\n", worktree);
  git(worktree, "reset", "--quiet", "--hard", "HEAD~1");
  bench.write("b.txt", "b\n", worktree);
  git(worktree, "add", "b.txt");
  bench.remove(bench.worktree("other"));
  return { reflog, staged: git(worktree, "rev-parse", ":b.txt") };
}

describe("packing a shelf", () => {
  it("packs every object, and loses none that a ref, a reflog or an index names", async () => {
    using bench = Workbench.withCommit();
    const { reflog, staged } = await prepare(bench);
    const { before, after } = await pack(bench);
    expect(before.loose).toBeGreaterThan(0);
    expect(isWorthPacking(before)).toBe(true);
    expect(isWorthPacking(after)).toBe(false);
    for (const object of [reflog, staged]) git(bench.repo, "cat-file", "-e", object);
    expect(git(bench.worktree("work"), "status", "--porcelain")).toBe("A  b.txt");
    expect(git(bench.repo, "fsck", "--no-dangling")).toBe("");
    expect(existsSync(join(bench.repo, ".git/worktrees/other"))).toBe(true);
  });

  it("goes on after it was killed, and where a killed one left word", async () => {
    using bench = Workbench.withCommit();
    const { reflog } = await prepare(bench);
    bench.write(".git/gc.pid", "1 elsewhere", bench.repo);
    for (const at of [1, 2, 3, 4, 5, 6])
      await pack(bench, new LocalSession({ at, when: "during" })).catch(() => undefined);
    expect(isWorthPacking((await pack(bench)).after)).toBe(false);
    git(bench.repo, "cat-file", "-e", reflog);
    expect(git(bench.repo, "fsck", "--no-dangling")).toBe("");
  });
});
