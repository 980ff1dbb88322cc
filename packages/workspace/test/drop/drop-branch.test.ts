import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { SandboxError } from "@agent-sandbox/core";

import { dropBranch } from "../../src/drop/drop-branch.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

/** Nobody works in these worktrees. */
const endWork = () => Promise.resolve();

function drop(bench: Workbench, name = "work", force = false): Promise<unknown> {
  return dropBranch(new LocalSession(), bench.settings(), { name, force, endWork });
}

function remains(bench: Workbench, key = "work"): boolean[] {
  return [
    bench.worktree(key),
    join(bench.repo, ".git", "worktrees", key),
    join(bench.gate, key),
    join(bench.repo, ".git", "refs", "heads", key),
  ].map((path) => existsSync(path));
}

describe("dropping a branch", () => {
  it("leaves nothing of it, and nothing of the others is touched", async () => {
    using bench = Workbench.withCommit();
    await bench.provision([{ name: "work" }, { name: "other" }]);
    bench.write("node_modules/.keep", "", bench.worktree("work"));
    bench.remove(join(bench.worktree("work"), "node_modules"));
    await drop(bench);
    expect(remains(bench)).toEqual([false, false, false, false]);
    expect(remains(bench, "other")).toEqual([true, true, true, true]);
    expect(git(bench.worktree("other"), "status", "--porcelain")).toBe("");
    expect(await bench.make("work")).toMatchObject({ source: "new" });
  });

  it("is refused while it has commits or files of its own, which it names", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    bench.write("b.txt", "b\n", bench.worktree("work"));
    const refusal = await drop(bench).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "WORK_AT_RISK",
      message: 'Cannot drop "work": only the repo shelf has 1 commit and 1 uncommitted file',
      detail: expect.stringMatching(/^[0-9a-f]+ Write a\.txt\n\?\? b\.txt$/),
    });
    expect(remains(bench)).toEqual([true, true, true, true]);
    await drop(bench, "work", true);
    expect(remains(bench)).toEqual([false, false, false, false]);
  });

  it("is refused for commits of a detached HEAD", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    git(bench.worktree("work"), "checkout", "--quiet", "--detach");
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    await expect(drop(bench)).rejects.toThrow("1 commit");
  });

  it("needs no force once the host has the commits", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    git(bench.host, "fetch", "--quiet", bench.repo, "work:back");
    await drop(bench);
    expect(remains(bench)).toEqual([false, false, false, false]);
  });

  it("is refused for a name that the shelf does not have", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    await expect(drop(bench, "nothing")).rejects.toMatchObject({
      message: 'Cannot drop "nothing": the repo shelf has no such branch',
      hint: "It has: work",
    });
  });

  it("goes on after it was killed at any command", async () => {
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      using bench = Workbench.withCommit();
      await bench.make("work");
      const session = new LocalSession({ at, when: "after" });
      const request = { name: "work", force: false, endWork };
      await dropBranch(session, bench.settings(), request).catch(() => undefined);
      const again = await drop(bench).catch((error: unknown) => error);
      if (again instanceof SandboxError) expect(again.message).toContain("no such branch");
      expect(remains(bench)).toEqual([false, false, false, false]);
    }
  });
});
