import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { git, Workbench } from "../support/workbench.ts";

function notes(bench: Workbench): Promise<readonly string[]> {
  return bench.make("work").then((made) => made.notes);
}

describe("branches of a host's repository", () => {
  it("say which changes of its checkout they do not have", async () => {
    using bench = Workbench.withCommit();
    bench.write("README.md", "changed\n");
    bench.write("new.txt", "new\n");
    expect(await notes(bench)).toEqual(["2 files changed on the host are not in this branch"]);
    git(bench.host, "branch", "older", "HEAD");
    bench.commit("later.txt", "later\n");
    expect((await bench.make("older")).notes).toEqual([]);
    expect((await bench.make("work")).notes).toEqual([]);
  });

  it("start at the commit of a detached HEAD", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "checkout", "--quiet", "--detach");
    const commit = bench.commit("a.txt", "a\n");
    expect(await bench.make("work")).toMatchObject({
      start: commit,
      notes: [
        `The host has no branch checked out: this one starts at its commit ${commit.slice(0, 12)}`,
      ],
    });
  });

  it("are refused where it has no commit", async () => {
    using bench = new Workbench();
    await expect(bench.make("work")).rejects.toMatchObject({
      code: "WORKSPACE_INVALID",
      message: `Cannot make branches of "${bench.host}": its repository has no commit yet`,
    });
  });

  it("need --from where what is checked out has no commit", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "checkout", "--quiet", "--orphan", "empty");
    expect(await bench.refuse("work")).toMatchObject({
      code: "BRANCH_INVALID",
      hint: "Say where to start with --from: main",
    });
    expect(await bench.make("work", { from: "main" })).toMatchObject({ source: "new" });
  });

  it("are refused where it is bare, by its place or by its configuration", async () => {
    using bench = Workbench.withCommit();
    const settings = bench.settings({ gitDir: bench.host });
    const state = "it is a bare repository";
    await expect(bench.provision([{}], { settings })).rejects.toThrow(state);
    git(bench.host, "config", "core.bare", "true");
    await expect(bench.make("work")).rejects.toThrow(state);
  });

  it("are refused where there is none", async () => {
    using bench = Workbench.withCommit();
    rmSync(join(bench.host, ".git"), { recursive: true });
    await expect(bench.make("work")).rejects.toThrow("git finds no repository there");
  });

  it("are refused where git does not know its format", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "config", "core.repositoryFormatVersion", "1");
    git(bench.host, "config", "extensions.unheardOf", "true");
    await expect(bench.make("work")).rejects.toThrow(
      "git in the image cannot read a repository of its format",
    );
  });

  it("are refused where some of its objects are elsewhere", async () => {
    using bench = Workbench.withCommit();
    const store = join(bench.root, "store");
    git(bench.root, "clone", "--quiet", "--bare", bench.host, store);
    rmSync(bench.host, { recursive: true });
    git(bench.root, "clone", "--quiet", "--shared", store, bench.host);
    expect(await bench.make("work")).toMatchObject({ source: "new" });
    renameSync(store, `${store}-gone`);
    await expect(bench.make("other")).rejects.toThrow(
      `some of its objects are in "${store}/objects", which no sandbox sees`,
    );
  });

  it("are refused where objects are missing, and told how to get them", async () => {
    using bench = Workbench.withCommit();
    const full = join(bench.root, "full");
    renameSync(bench.host, full);
    git(full, "config", "uploadpack.allowFilter", "true");
    const partial = ["--filter=tree:0", "--no-checkout"];
    git(bench.root, "clone", "--quiet", ...partial, `file://${full}`, bench.host);
    await expect(bench.make("work")).rejects.toMatchObject({
      code: "WORKSPACE_INVALID",
      hint: expect.stringContaining("--no-filter"),
    });
  });

  it("are shallow where it is, and say so", async () => {
    using bench = Workbench.withCommit();
    bench.commit("a.txt", "a\n");
    bench.commit("b.txt", "b\n");
    const full = join(bench.root, "full");
    renameSync(bench.host, full);
    git(bench.root, "clone", "--quiet", "--depth=2", `file://${full}`, bench.host);
    expect(await notes(bench)).toEqual(["The host's history is shallow: so is this branch's"]);
    expect(git(bench.worktree("work"), "rev-list", "--count", "HEAD")).toBe("2");
    git(bench.host, "fetch", "--quiet", "--unshallow");
    await bench.make("other");
    expect(git(bench.worktree("other"), "status", "--porcelain")).toBe("");
  });

  it("say that submodules and large files are not there", async () => {
    using bench = Workbench.withCommit();
    git(bench.root, "clone", "--quiet", bench.host, "library");
    git(bench.host, "submodule", "--quiet", "add", join(bench.root, "library"), "library");
    bench.commit("assets/.gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    bench.commit("assets/a.bin", pointer);
    expect(await notes(bench)).toEqual([
      expect.stringContaining("Submodules are not checked out"),
      expect.stringContaining("Files of git-lfs are there as pointers"),
    ]);
    expect(git(bench.worktree("work"), "status", "--porcelain")).toBe("");
    expect(git(bench.worktree("work"), "show", "HEAD:assets/a.bin")).toBe(pointer.trim());
  });

  it("are made of a linked worktree and of a submodule", async () => {
    using bench = Workbench.withCommit();
    const main = join(bench.root, "main checkout");
    renameSync(bench.host, main);
    git(main, "worktree", "add", "--quiet", "-b", "linked", bench.host);
    const commit = bench.commit("linked.txt", "linked\n");
    const common = join(main, ".git");
    const linked = bench.settings({
      gitDir: join(common, "worktrees", "app"),
      commonGitDir: common,
    });
    expect(await bench.provision([{ name: "work" }], { settings: linked })).toMatchObject([
      { startedFrom: "linked", start: commit, notes: [] },
    ]);
    git(main, "worktree", "remove", "--force", bench.host);
    git(bench.root, "init", "--quiet", "--initial-branch=main", "super");
    git(join(bench.root, "super"), "submodule", "--quiet", "add", main, "sub");
    mkdirSync(bench.host);
    rmSync(bench.host, { recursive: true });
    renameSync(join(bench.root, "super", "sub"), bench.host);
    const modules = join(bench.root, "super", ".git", "modules", "sub");
    const sub = bench.settings({ gitDir: modules, commonGitDir: modules });
    expect(await bench.provision([{ name: "sub" }], { settings: sub })).toMatchObject([
      { startedFrom: "main", notes: [] },
    ]);
  });

  it("have names that differ in case alone, and every sign that git allows", async () => {
    using bench = Workbench.withCommit();
    const names = ["Fix", "fix", "a__b", "a/b", "x'y", 'q"uote', "$(id)", "é/\u3000", "a=b", "#1"];
    const made = await bench.provision(
      ["!bang", "%41", "@at", "a;b&c|d", ...names].map((name) => ({ name })),
    );
    for (const branch of made) {
      if (!("key" in branch)) throw branch;
      const worktree = bench.worktree(branch.key);
      expect(git(worktree, "symbolic-ref", "HEAD")).toBe(`refs/heads/${branch.name}`);
      expect(git(worktree, "config", `branch.${branch.name}.remote`)).toBe("host");
      expect(git(worktree, "status", "--porcelain")).toBe("");
    }
  });

  it("have ids of its own length", async () => {
    using bench = Workbench.withCommit("--object-format=sha256");
    const settings = bench.settings({ objectFormat: "sha256" });
    const [made] = await bench.provision([{}], { settings });
    expect(made).toMatchObject({ start: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(git(bench.worktree("work"), "status", "--porcelain")).toBe("");
  });

  it("keep a tag that an agent has moved, and do not fail for it", async () => {
    using bench = Workbench.withCommit();
    git(bench.host, "tag", "v1");
    await bench.make("work");
    const commit = bench.commit("a.txt", "a\n", bench.worktree("work"));
    git(bench.worktree("work"), "tag", "--force", "v1");
    git(bench.host, "tag", "v2");
    await bench.make("work");
    expect(git(bench.repo, "rev-parse", "v1")).toBe(commit);
    expect(git(bench.repo, "rev-parse", "v2")).toBe(git(bench.host, "rev-parse", "v2"));
  });
});
