import { describe, expect, it } from "@jest/globals";

import { SandboxError } from "@agent-sandbox/core";

import { LocalSession, type Death } from "../support/local-session.ts";
import { git, Workbench } from "../support/workbench.ts";

const REQUESTS = [{ name: "old" }, { name: "new/one" }, { name: "new/two" }];

/** A shelf with work in it, and a host that has gone on since. */
async function workIn(bench: Workbench): Promise<string> {
  await bench.make("old");
  const commit = bench.commit("mine.txt", "mine\n", bench.worktree("old"));
  bench.write("untracked.txt", "new\n", bench.worktree("old"));
  bench.commit("later.txt", "later\n");
  return commit;
}

async function commandsNeeded(): Promise<number> {
  using bench = Workbench.withCommit();
  await workIn(bench);
  const session = new LocalSession();
  await bench.provision(REQUESTS, { session });
  return session.commands.length;
}

describe("a session that dies", () => {
  it("loses nothing at whichever command, and the same request succeeds after it", async () => {
    const count = await commandsNeeded();
    expect(count).toBeGreaterThan(5);
    // What it leaves after one command is what it leaves before the next.
    const deaths = Array.from({ length: count }, (_, index): Death => {
      return { at: index + 1, when: "after" };
    });
    await surviveDeath({ at: 1, when: "before" });
    for (const death of deaths) await surviveDeath(death);
  }, 300_000);

  it("loses nothing in the midst of one either", async () => {
    const count = await commandsNeeded();
    expect(count).toBeGreaterThan(5);
    for (let at = 1; at <= count; at += 1) await surviveDeath({ at, when: "during" });
  }, 300_000);
});

async function surviveDeath(death: Death): Promise<void> {
  using bench = Workbench.withCommit();
  const commit = await workIn(bench);
  await expect(bench.provision(REQUESTS, { session: new LocalSession(death) })).rejects.toThrow(
    SandboxError,
  );
  const made = await bench.provision(REQUESTS);
  expect(made.filter((branch) => branch instanceof SandboxError)).toEqual([]);
  expect(git(bench.worktree("old"), "rev-parse", "HEAD")).toBe(commit);
  expect(git(bench.worktree("old"), "status", "--porcelain")).toBe("?? untracked.txt");
  for (const name of ["new/one", "new/two"]) {
    const worktree = bench.worktree(name.replace("/", "__"));
    expect(git(worktree, "symbolic-ref", "HEAD")).toBe(`refs/heads/${name}`);
    expect(git(worktree, "status", "--porcelain")).toBe("");
  }
}
