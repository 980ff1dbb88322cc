import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { diffBranch, reviewBranch } from "../../src/review/review-branch.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

const MANIFEST = { name: "app", version: "1.0.0", scripts: { test: "jest" } };

async function workedIn(): Promise<Workbench> {
  const bench = Workbench.withCommit();
  bench.commit("package.json", JSON.stringify(MANIFEST));
  bench.commit("lib/package.json", JSON.stringify(MANIFEST));
  await bench.make("work");
  return bench;
}

function commitAll(bench: Workbench): void {
  git(bench.worktree("work"), "add", "--all", "--force");
  git(bench.worktree("work"), "commit", "--quiet", "-m", "Work");
}

async function risks(bench: Workbench): Promise<Readonly<Record<string, readonly string[]>>> {
  const { changes } = await reviewBranch(new LocalSession(), bench.settings(), "work");
  return Object.fromEntries(changes.map((change) => [change.path, change.risks]));
}

describe("a review", () => {
  it("shows the commits that the host lacks, the latest first", async () => {
    using bench = await workedIn();
    bench.commit("a.txt", "a\n", bench.worktree("work"));
    const tip = bench.commit("b.txt", "b\n", bench.worktree("work"));
    const base = git(bench.host, "rev-parse", "HEAD");
    bench.commit("host.txt", "host\n");
    const review = await reviewBranch(new LocalSession(), bench.settings(), "work");
    expect(review).toMatchObject({ name: "work", tip, base });
    expect(review.commits.map(({ subject, author }) => [subject, author])).toEqual([
      ["Write b.txt", "Ada"],
      ["Write a.txt", "Ada"],
    ]);
    expect(review.changes).toMatchObject([
      { path: "a.txt", status: "A", added: 1, removed: 0, risks: [] },
      { path: "b.txt", status: "A", added: 1, removed: 0, risks: [] },
    ]);
  });

  it("puts what programs run or obey first, with the reason", async () => {
    using bench = await workedIn();
    const root = bench.worktree("work");
    for (const path of ["a.txt", ".husky/pre-commit", ".github/workflows/ci.yml", "yarn.lock"])
      bench.write(path, "x\n", root);
    for (const path of [".gitattributes", ".gitmodules", ".envrc", ".vscode/tasks.json"])
      bench.write(path, "", root);
    for (const path of ["Makefile", "sub/CLAUDE.md", ".claude/settings.json", ".devcontainer.json"])
      bench.write(path, "", root);
    commitAll(bench);
    const found = await risks(bench);
    expect(Object.keys(found).at(-1)).toBe("a.txt");
    expect(Object.entries(found).filter(([, reasons]) => reasons.length === 0)).toEqual([
      ["a.txt", []],
    ]);
    expect(found[".husky/pre-commit"]).toEqual(["git runs it as a hook"]);
  });

  it("names a package.json only where its scripts have changed", async () => {
    using bench = await workedIn();
    const root = bench.worktree("work");
    bench.write("package.json", JSON.stringify({ ...MANIFEST, version: "2.0.0" }), root);
    bench.write("lib/package.json", JSON.stringify({ ...MANIFEST, scripts: { test: "x" } }), root);
    bench.write("new/package.json", JSON.stringify({ name: "new" }), root);
    bench.write("broken/package.json", "{", root);
    commitAll(bench);
    expect(await risks(bench)).toEqual({
      "package.json": [],
      "lib/package.json": ["its scripts have changed"],
      "new/package.json": [],
      "broken/package.json": ["its scripts have changed"],
    });
  });

  it("names what became executable, what is binary, and links that leave the tree", async () => {
    using bench = await workedIn();
    const root = bench.worktree("work");
    bench.write("run", "#!/bin/sh\n", root);
    chmodSync(join(root, "run"), 0o755);
    chmodSync(join(root, "README.md"), 0o755);
    writeFileSync(join(root, "blob"), Buffer.from([0, 1, 2, 255]));
    bench.write("sub/inside", "", root);
    symlinkSync("../README.md", join(root, "sub", "stays"));
    symlinkSync("../../etc/passwd", join(root, "sub", "leaves"));
    symlinkSync("/etc/passwd", join(root, "absolute"));
    symlinkSync(".git/hooks", join(root, "git"));
    commitAll(bench);
    expect(await risks(bench)).toEqual({
      run: ["it can be executed now"],
      "README.md": ["it can be executed now"],
      blob: ["it is binary"],
      "sub/inside": [],
      "sub/stays": [],
      "sub/leaves": ['it is a symbolic link that leaves the tree, to "../../etc/passwd"'],
      absolute: ['it is a symbolic link that leaves the tree, to "/etc/passwd"'],
      git: ['it is a symbolic link into git\'s own directory, ".git/hooks"'],
    });
  });

  it("shows what has no history in common as all new", async () => {
    using bench = await workedIn();
    const root = bench.worktree("work");
    git(root, "checkout", "--quiet", "--orphan", "elsewhere");
    git(root, "commit", "--quiet", "-m", "Start again");
    git(root, "branch", "--quiet", "--force", "work");
    const { changes } = await reviewBranch(new LocalSession(), bench.settings(), "work");
    expect(changes.map(({ path, status }) => [path, status])).toContainEqual(["README.md", "A"]);
  });

  it("knows no branch that the shelf does not have", async () => {
    using bench = await workedIn();
    await expect(reviewBranch(new LocalSession(), bench.settings(), "nothing")).rejects.toThrow(
      'Cannot compare "nothing": the repo shelf has no such branch',
    );
  });
});

const diff = (bench: Workbench, binary = false) =>
  diffBranch(new LocalSession(), bench.settings(), { name: "work", binary });

function apply(bench: Workbench, patch: Buffer): void {
  writeFileSync(join(bench.root, "patch"), patch);
  git(bench.host, "apply", "--whitespace=nowarn", join(bench.root, "patch"));
}

describe("a diff", () => {
  it("is a patch that applies to the host's checkout", async () => {
    using bench = await workedIn();
    bench.commit("README.md", "hello\nworld\n", bench.worktree("work"));
    const patch = await diff(bench);
    expect(patch.toString("utf8")).toContain("\n hello\n+world\n");
    apply(bench, patch);
    expect(git(bench.host, "status", "--porcelain")).toBe("M README.md");
  });

  it("has the bytes of a file that is no UTF-8", async () => {
    using bench = await workedIn();
    const root = bench.worktree("work");
    writeFileSync(join(root, "latin"), Buffer.from("caf\xe9\r\n\xff\xfe\x1b[31m\n", "latin1"));
    commitAll(bench);
    apply(bench, await diff(bench));
    expect(readFileSync(join(bench.host, "latin"))).toEqual(readFileSync(join(root, "latin")));
  });

  it("says that binary files differ, and has what they hold only where that is asked for", async () => {
    using bench = await workedIn();
    const root = bench.worktree("work");
    writeFileSync(join(root, "blob"), Buffer.from([0, 1, 2, 255]));
    commitAll(bench);
    expect((await diff(bench)).toString("utf8")).toMatch(/^Binary files .* differ$/m);
    apply(bench, await diff(bench, true));
    expect(readFileSync(join(bench.host, "blob"))).toEqual(Buffer.from([0, 1, 2, 255]));
  });
});
