import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { mergeBranch } from "../../src/merge/merge-branch.ts";
import { LocalSession } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

const REF = "refs/sandbox/feat";
let bench: Workbench;
beforeEach(() => {
  bench = Workbench.withCommit();
});
afterEach(() => {
  bench[Symbol.dispose]();
});

const merge = () => mergeBranch(new LocalSession(), bench.settings(), { name: "feat", ref: REF });

/** A branch that was delivered: its commits are on the host, under `refs/sandbox/`. */
function deliver(path: string, content: string): string {
  git(bench.host, "checkout", "--quiet", "--detach");
  const commit = bench.commit(path, content);
  git(bench.host, "update-ref", REF, commit);
  git(bench.host, "checkout", "--quiet", "main");
  return commit;
}

const read = (path: string) => readFileSync(join(bench.host, path), "utf8");
const marker = () => join(bench.root, "it-ran");

describe("mergeBranch", () => {
  it("moves the current branch forward where it can, files and all", async () => {
    const commit = deliver("new.txt", "from the agent\n");
    expect(await merge()).toEqual({ name: "feat", into: "main", commit, how: "fast-forward" });
    expect(git(bench.host, "rev-parse", "main")).toBe(commit);
    expect(read("new.txt")).toBe("from the agent\n");
    expect(git(bench.host, "status", "--porcelain")).toBe("");
  });

  it("makes a merge commit of the user's own where both have moved", async () => {
    deliver("new.txt", "from the agent\n");
    bench.commit("own.txt", "mine\n");
    expect(await merge()).toMatchObject({ how: "merge", into: "main" });
    expect(git(bench.host, "log", "-1", "--format=%an <%ae> %s")).toBe(
      "Ada <ada@example.com> Merge branch 'feat'",
    );
  });

  it("says so where there is nothing to merge", async () => {
    git(bench.host, "update-ref", REF, "HEAD");
    expect(await merge()).toMatchObject({ how: "up-to-date" });
  });

  it("refuses a checkout with changes, and leaves them", async () => {
    deliver("new.txt", "x\n");
    bench.write("README.md", "changed\n");
    await expect(merge()).rejects.toMatchObject({
      code: "WORK_AT_RISK",
      message: 'Cannot merge "feat": 1 file has changes on the host that are not committed',
    });
    expect(read("README.md")).toBe("changed\n");
  });

  it("leaves the checkout as it was where the two conflict, and says where", async () => {
    deliver("README.md", "theirs\n");
    const before = bench.commit("README.md", "mine\n");
    await expect(merge()).rejects.toMatchObject({
      code: "GIT_FAILED",
      message: 'Cannot merge "feat": it conflicts in "README.md"',
      hint: expect.stringContaining("git merge refs/sandbox/feat") as unknown,
    });
    expect(git(bench.host, "rev-parse", "HEAD")).toBe(before);
    expect(git(bench.host, "status", "--porcelain")).toBe("");
    expect(read("README.md")).toBe("mine\n");
  });

  it("does not overwrite a new file that git does not know", async () => {
    deliver("new.txt", "theirs\n");
    bench.write("new.txt", "mine\n");
    await expect(merge()).rejects.toMatchObject({ code: "GIT_FAILED" });
    expect(read("new.txt")).toBe("mine\n");
  });

  it.each([
    ["a hook", () => bench.write(".git/hooks/post-merge", `#!/bin/sh\ntouch ${marker()}\n`)],
    ["fsmonitor", () => git(bench.host, "config", "core.fsmonitor", `touch ${marker()}; false`)],
    [
      "a filter that nothing uses",
      () => git(bench.host, "config", "filter.x.smudge", `touch ${marker()}`),
    ],
  ])("runs nothing of %s", async (_, plant) => {
    deliver("new.txt", "x\n");
    plant();
    if (existsSync(join(bench.host, ".git/hooks/post-merge")))
      git(bench.host, "-c", "alias.x=!chmod +x .git/hooks/post-merge", "x");
    expect(await merge()).toMatchObject({ how: "fast-forward" });
    expect(existsSync(marker())).toBe(false);
  });

  it("refuses to check files out without a filter that the branch's attributes name", async () => {
    deliver(".gitattributes", "*.bin filter=evil\n");
    git(bench.host, "config", "filter.evil.smudge", `touch ${marker()}; cat`);
    await expect(merge()).rejects.toMatchObject({ code: "POLICY_UNSUPPORTED" });
    expect(existsSync(marker())).toBe(false);
  });

  it("refuses what goes through a filter by the host's own attributes", async () => {
    deliver("a.bin", "x\n");
    const settings = bench.settings({ filters: ["lfs"], ownFilters: ["lfs"] });
    const merging = mergeBranch(new LocalSession(), settings, { name: "feat", ref: REF });
    await expect(merging).rejects.toMatchObject({
      code: "POLICY_UNSUPPORTED",
      message:
        'Cannot merge "feat": its files go through the filter "lfs", which does not run here',
      hint: "Merge it by hand: git merge refs/sandbox/feat",
    });
    expect(existsSync(join(bench.host, "a.bin"))).toBe(false);
  });

  it("refuses one that only the user's configuration knows, where the branch's attributes name it", async () => {
    deliver(".gitattributes", "*.bin filter=lfs\n");
    await expect(
      mergeBranch(new LocalSession(), bench.settings({ filters: ["lfs"] }), {
        name: "feat",
        ref: REF,
      }),
    ).rejects.toMatchObject({ code: "POLICY_UNSUPPORTED" });
  });

  it("runs no filter even where nobody said that files go through it", async () => {
    const runs = `touch ${marker()}; cat`;
    for (const key of ["clean", "smudge"]) git(bench.host, "config", `filter.x.${key}`, runs);
    deliver("a.bin", "theirs\n");
    bench.write(".git/info/attributes", "* filter=x\n");
    expect(await merge()).toMatchObject({ how: "fast-forward" });
    deliver("a.bin", "more\n");
    bench.commit("a.bin", "mine\n");
    rmSync(marker(), { force: true });
    await expect(merge()).rejects.toMatchObject({ code: "GIT_FAILED" });
    expect(existsSync(marker())).toBe(false);
  });

  it("runs no merge driver: what a branch's attributes send to one conflicts", async () => {
    bench.commit(".gitattributes", "README.md merge=evil\n");
    deliver("README.md", "theirs\n");
    bench.commit("README.md", "mine\n");
    git(bench.host, "config", "merge.evil.driver", `touch ${marker()}`);
    await expect(merge()).rejects.toMatchObject({ code: "GIT_FAILED" });
    expect(existsSync(marker())).toBe(false);
  });

  it("needs to know who merges", async () => {
    deliver("new.txt", "x\n");
    const settings = bench.settings({ userName: undefined });
    await expect(
      mergeBranch(new LocalSession(), settings, { name: "feat", ref: REF }),
    ).rejects.toThrow(/git does not know who you are/);
  });
});
