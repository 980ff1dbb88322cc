import { existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { git, Workbench } from "../support/workbench.ts";

/** A lock in the shared repository, as a git leaves it that is killed. */
function lock(bench: Workbench, path: string, secondsAgo = 0): string {
  const file = join(bench.repo, ".git", path);
  mkdirSync(dirname(file), { recursive: true });
  bench.write(path, "", join(bench.repo, ".git"));
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(file, time, time);
  return file;
}

describe("a lock that a killed git left", () => {
  it.each([
    "refs/heads/new.lock",
    "refs/heads/deep/er.lock",
    "refs/remotes/origin/far.lock",
    "refs/tags/v1.lock",
    "packed-refs.lock",
    "shallow.lock",
  ])("at %s is taken over once it is old", async (path) => {
    using bench = Workbench.withCommit();
    git(bench.host, "update-ref", "refs/remotes/origin/far", "HEAD");
    git(bench.host, "tag", "v1");
    await bench.make("work");
    const file = lock(bench, path, 11);
    const start = performance.now();
    const made = await bench.provision([{ name: "new" }, { name: "deep/er" }]);
    expect(made).toMatchObject([{ source: "new" }, { source: "new" }]);
    expect(existsSync(file)).toBe(false);
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it("is taken over at once where only provisioning writes", async () => {
    using bench = Workbench.withCommit();
    const start = performance.now();
    const ours = ["refs/remotes/host/main.lock", "worktrees/new/index.lock"];
    const files = ours.map((path) => lock(bench, path));
    await bench.make("new");
    expect(files.map((file) => existsSync(file))).toEqual([false, false]);
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it("is waited for while it may be an agent's", async () => {
    using bench = Workbench.withCommit();
    const file = lock(bench, "refs/heads/new.lock");
    const made = bench.make("new");
    await sleep(1000);
    expect(existsSync(file)).toBe(true);
    rmSync(file);
    expect(await made).toMatchObject({ source: "new" });
  });

  it("stays in the worktree of a branch that is whole: an agent may be at work", async () => {
    using bench = Workbench.withCommit();
    await bench.make("work");
    const file = lock(bench, "worktrees/work/index.lock", 60);
    await bench.make("work");
    expect(existsSync(file)).toBe(true);
  });
});
