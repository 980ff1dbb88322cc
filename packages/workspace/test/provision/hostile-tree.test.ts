import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { dropBranch } from "../../src/drop/drop-branch.ts";
import { diffBranch, reviewBranch } from "../../src/review/review-branch.ts";
import { branchStates } from "../../src/states/branch-states.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

const ATTRIBUTES = "* filter=evil diff=evil merge=evil\n*.txt filter=e=vil\n";

const HOOKS = ["post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"];

/** A configuration by which git runs a program that leaves a mark, each under its own name. */
class Trap {
  readonly marks: string;
  readonly config: string;

  constructor(bench: Workbench) {
    this.marks = join(bench.root, "marks");
    const mark = (name: string): string => {
      const path = `trap/${name}`;
      bench.write(path, `#!/bin/sh\nmkdir -p "${this.marks}/${name}"\ncat\n`, bench.root);
      chmodSync(join(bench.root, path), 0o755);
      return join(bench.root, path);
    };
    for (const hook of HOOKS) mark(hook);
    const filter = (name: string) =>
      `[filter "${name}"]\n\tsmudge = ${mark("smudge")}\n\tclean = ${mark("clean")}\n\trequired = true\n`;
    this.config = [
      `[core]\n\thooksPath = ${join(bench.root, "trap")}\n\tfsmonitor = ${mark("fsmonitor")}\n`,
      `\tpager = ${mark("pager")}\n\talternateRefsCommand = ${mark("alternates")}\n`,
      `[diff]\n\texternal = ${mark("external")}\n[diff "evil"]\n\ttextconv = ${mark("textconv")}\n`,
      `\tcommand = ${mark("command")}\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${mark("gpg")}\n`,
      filter("evil"),
      filter("e=vil"),
      `[uploadpack]\n\tpackObjectsHook = ${mark("pack")}\n`,
    ].join("");
  }

  get sprung(): readonly string[] {
    return existsSync(this.marks) ? readdirSync(this.marks) : [];
  }
}

/** Every operation on a shelf where all that an agent in bind mode can write is a trap. */
async function everything(bench: Workbench): Promise<void> {
  const settings = bench.settings();
  const endWork = () => Promise.resolve();
  await bench.make("next", { from: "main" });
  await branchStates(new LocalSession(), settings);
  await reviewBranch(new LocalSession(), settings, "work");
  await diffBranch(new LocalSession(), settings, { name: "work", binary: true });
  await dropBranch(new LocalSession(), settings, { name: "work", force: false, endWork }).catch(
    () => null,
  );
  await dropBranch(new LocalSession(), settings, { name: "next", force: true, endWork });
}

describe("a hostile tree", () => {
  it("runs nothing, whatever the host's repository names", async () => {
    using bench = Workbench.withCommit();
    bench.commit(".gitattributes", ATTRIBUTES);
    const trap = new Trap(bench);
    bench.write(".git/config.more", trap.config);
    git(bench.host, "config", "include.path", "config.more");
    bench.write("README.md", "dirty\n");
    const made = await bench.make("work");
    expect(made.notes).toEqual(["1 file changed on the host is not in this branch"]);
    expect(trap.sprung).toEqual([]);
    git(bench.host, "status");
    expect(trap.sprung).toContain("clean");
  });

  it("runs nothing, whatever the shelf's configuration and the worktree's name", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    bench.commit(".gitattributes", ATTRIBUTES, bench.worktree("work"));
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    const trap = new Trap(bench);
    const worktree = bench.worktree("work");
    bench.write("README.md", "dirty\n", worktree);
    const plant = () => {
      for (const file of ["config", "config.worktree", "worktrees/work/config.worktree"])
        bench.write(
          `.git/${file}`,
          `[extensions]\n\tworktreeConfig = true\n${trap.config}`,
          bench.repo,
        );
      bench.write(".git/info/attributes", ATTRIBUTES, bench.repo);
    };
    plant();
    await everything(bench);
    plant();
    await branchStates(new LocalSession(), bench.settings());
    expect(trap.sprung).toEqual([]);
    plant();
    git(worktree, "status");
    expect(trap.sprung).toContain("clean");
  });

  it("runs nothing of the repository that a worktree says it belongs to", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const worktree = bench.worktree("work");
    const trap = new Trap(bench);
    git(bench.root, "init", "--quiet", "own");
    bench.write(".gitattributes", ATTRIBUTES, worktree);
    bench.write(
      ".git/config",
      `[core]\n\trepositoryformatversion = 0\n${trap.config}`,
      join(bench.root, "own"),
    );
    bench.write(".git", `gitdir: ${bench.root}/own/.git\n`, worktree);
    await everything(bench);
    expect(trap.sprung).toEqual([]);
  });

  it("hides nothing from a review by its attributes, replacements or grafts", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const worktree = bench.worktree("work");
    bench.commit(".gitattributes", "* -diff\n", worktree);
    const commit = bench.commit("evil.sh", "evil\n", worktree);
    git(worktree, "replace", commit, git(bench.host, "rev-parse", "HEAD"));
    bench.write(".git/info/grafts", `${commit}\n`, bench.repo);
    bench.write(".git/info/attributes", "* -diff\n", bench.repo);
    const request = { name: "work", binary: false };
    const patch = await diffBranch(new LocalSession(), bench.settings(), request);
    expect(patch.toString("utf8")).toContain("+evil");
    const review = await reviewBranch(new LocalSession(), bench.settings(), "work");
    expect(review.commits).toHaveLength(2);
  });
});
