import { readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { dropBranch } from "../../src/drop/drop-branch.ts";
import { branchStates } from "../../src/states/branch-states.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

describe("the shelf's own files", () => {
  it("are made canonical again in place, so that what mounts them goes on seeing them", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const files = [
      "config",
      "HEAD",
      "worktrees/work/config.worktree",
      "worktrees/work/commondir",
      "worktrees/work/gitdir",
      "worktrees/work/locked",
    ].map((name) => join(bench.repo, ".git", name));
    const before = files.map((file) => [readFileSync(file, "utf8"), statSync(file).ino]);
    for (const file of files) writeFileSync(file, "evil\n".repeat(300));
    await bench.make("work");
    expect(files.map((file) => [readFileSync(file, "utf8"), statSync(file).ino])).toEqual(before);
  });

  it.each(["repo", "repo/.git", "repo/.git/refs/heads", "repo/.git/worktrees", "worktrees"])(
    "are nowhere but in the shelf: %s as a link is refused",
    async (path) => {
      using bench = Workbench.withCommit();
      await bench.make("work");
      renameSync(join(bench.shelf, path), join(bench.gate, "moved"));
      symlinkSync(join(bench.gate, "moved"), join(bench.shelf, path));
      await expect(bench.make("other")).rejects.toMatchObject({
        code: "WORKSPACE_INVALID",
        message: `Cannot open the repo shelf: "${path}" of the repo shelf is a symbolic link`,
      });
    },
  );

  it.each(["config", "HEAD", "info/attributes"])("are no links: .git/%s", async (name) => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const target = join(bench.gate, "work", "branch");
    const file = join(bench.repo, ".git", name);
    rmSync(file);
    symlinkSync(target, file);
    await expect(bench.make("other")).rejects.toThrow("is a symbolic link");
    expect(readFileSync(target, "utf8")).toBe("work\n");
  });

  it("are a repository in which nothing is checked out", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    expect(git(bench.repo, "status", "--short", "--branch")).toBe(
      "## No commits yet on agent-sandbox/no-branch",
    );
    git(bench.repo, "fsck");
  });
});

describe("a worktree whose record is lost", () => {
  it("keeps its files, which show as changes", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.write("README.md", "changed\n", bench.worktree("work"));
    bench.write("new.txt", "new\n", bench.worktree("work"));
    rmSync(join(bench.repo, ".git", "worktrees", "work"), { recursive: true });
    expect((await bench.make("work")).notes).toEqual([
      "git had lost its record of this worktree: its files were left as they are",
    ]);
    expect(git(bench.worktree("work"), "status", "--porcelain")).toBe("M README.md\n?? new.txt");
  });
});

describe("what an agent has broken in its own branch", () => {
  it.each([
    ["HEAD", "garbage\n"],
    ["index", "garbage\n"],
    ["commondir", "nowhere\n"],
  ])("keeps no other from being made: %s as %j", async (file, content) => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    writeFileSync(join(bench.repo, ".git", "worktrees", "work", file), content);
    bench.commit("later.txt", "later\n");
    expect(await bench.make("other")).toMatchObject({ source: "new" });
    const states = await branchStates(new LocalSession(), bench.settings());
    expect(states.map(({ name }) => name)).toEqual(["other", "work"]);
  });

  it.each([
    ["HEAD", `${"1".repeat(40)}\n`],
    ["../../refs/heads/work", `${"1".repeat(40)}\n`],
    ["../../refs/heads/work", "garbage\n"],
  ])("is said to be damaged, and dropping it mends the shelf: %s as %j", async (file, content) => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    writeFileSync(join(bench.repo, ".git", "worktrees", "work", file), content);
    bench.commit("later.txt", "later\n");
    await expect(bench.make("other")).rejects.toThrow("one of its branches is damaged");
    await dropBranch(new LocalSession(), bench.settings(), {
      name: "work",
      force: true,
      endWork: () => Promise.resolve(),
    });
    expect(await bench.make("other")).toMatchObject({ source: "new" });
  });
});
