import { describe, expect, it } from "@jest/globals";

import { lookIntoOrphan } from "../../src/clean/look-into-orphan.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

describe("looking into the shelf of a workspace that is gone", () => {
  it("calls every branch at risk, also one that the host had", async () => {
    using bench = Workbench.withCommit();
    await bench.provision([{ name: "feat/a" }, { name: "idle" }]);
    git(bench.repo, "branch", "alone", "feat/a");
    bench.remove(bench.host);
    const { branches, otherRisk } = await lookIntoOrphan(new LocalSession(), bench.shelf);
    const risk = "all of it, since the workspace is gone";
    expect(branches).toMatchObject([
      { name: "feat/a", key: "feat__a", risk },
      { name: "idle", key: "idle", risk },
    ]);
    expect(branches[0]?.bytes).toBeGreaterThan(0);
    expect(otherRisk).toBe("what is in refs/heads/alone");
  });

  it("finds nothing in one that was never used, or whose branches are all dropped", async () => {
    using bench = Workbench.withCommit();
    const nothing = { branches: [], otherRisk: undefined };
    expect(await lookIntoOrphan(new LocalSession(), bench.shelf)).toMatchObject(nothing);
    await bench.make("work");
    git(bench.repo, "worktree", "remove", "--force", "--force", bench.worktree("work"));
    git(bench.repo, "update-ref", "-d", "refs/heads/work");
    expect(await lookIntoOrphan(new LocalSession(), bench.shelf)).toMatchObject(nothing);
  });

  it("does not overlook files where there is no repository", async () => {
    using bench = Workbench.withCommit();
    bench.write("notes.txt", "mine", bench.shelf);
    expect((await lookIntoOrphan(new LocalSession(), bench.shelf)).otherRisk).toBe(
      "what is in notes.txt",
    );
    bench.write("worktrees/stray/file", "work", bench.shelf);
    expect((await lookIntoOrphan(new LocalSession(), bench.shelf)).branches).toMatchObject([
      { name: "stray", hasWorktree: true },
    ]);
  });
});
