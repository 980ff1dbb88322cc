import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import type { ShelfPlaceholder } from "@agent-sandbox/core";

import { git, Workbench } from "../support/workbench.ts";

const held = (path: string, content?: string): ShelfPlaceholder => ({
  path,
  kind: content === undefined ? "directory" : "file",
  content: content ?? "",
});

describe("a placeholder", () => {
  it("is made where nothing is, and git does not see it", async () => {
    using bench = Workbench.withCommit();
    const placeholders = [
      held("repo/.git/hooks"),
      held("repo/.git/commondir", ".\n"),
      held("worktrees/work/.husky"),
      held("worktrees/work/.agent/user [1].json", "{}\n"),
    ];
    await bench.make("work", { placeholders });
    const worktree = bench.worktree("work");
    expect(lstatSync(join(worktree, ".husky")).isDirectory()).toBe(true);
    expect(readFileSync(join(worktree, ".agent/user [1].json"), "utf8")).toBe("{}\n");
    expect(readFileSync(join(bench.repo, ".git/commondir"), "utf8")).toBe(".\n");
    expect(git(worktree, "status", "--porcelain")).toBe("");
    await bench.make("work", { placeholders });
    const exclude = readFileSync(join(bench.repo, ".git/info/exclude"), "utf8");
    expect(exclude).toBe("/.agent/user\\ \\[1\\].json\n");
  });

  it("leaves what the tree has as it is", async () => {
    using bench = Workbench.withCommit();
    bench.commit("config.json", "mine\n");
    const placeholders = [held("worktrees/work/config.json", "{}\n")];
    await bench.make("work", { placeholders });
    expect(readFileSync(join(bench.worktree("work"), "config.json"), "utf8")).toBe("mine\n");
  });

  it("is refused behind a symbolic link, for that branch alone", async () => {
    using bench = Workbench.withCommit();
    const outside = join(bench.root, "outside");
    writeFileSync(outside, "");
    symlinkSync("../../../outside", join(bench.host, ".husky"));
    symlinkSync("../../..", join(bench.host, "up"));
    git(bench.host, "add", "--all");
    git(bench.host, "commit", "--quiet", "-m", "Links");
    const made = await bench.provision([
      { name: "link", placeholders: [held("worktrees/link/.husky", "x")] },
      { name: "parent", placeholders: [held("worktrees/parent/up/made", "x")] },
      { name: "fine", placeholders: [held("worktrees/fine/other", "x")] },
    ]);
    expect(made).toMatchObject([
      {
        code: "WORKSPACE_INVALID",
        message:
          'Cannot protect the worktree of "link": "worktrees/link/.husky" of the repo shelf is a symbolic link',
      },
      { message: expect.stringContaining('"worktrees/parent/up" of the repo shelf is a symbolic') },
      { source: "new" },
    ]);
    expect(readFileSync(outside, "utf8")).toBe("");
  });

  it("is refused where something else is", async () => {
    using bench = Workbench.withCommit();
    const placeholders = [held("worktrees/work/README.md")];
    expect((await bench.refuse("work", { placeholders })).message).toContain("is a file");
  });
});
