import type { RepositoryFacts } from "@agent-sandbox/core";
import { expect, it } from "@jest/globals";

import { Workbench } from "../support/workbench.ts";

/** What is said of a branch of a host with such hooks. */
async function notes(bench: Workbench, facts: Partial<RepositoryFacts>): Promise<unknown> {
  const [made] = await bench.provision([{}], { settings: bench.settings(facts) });
  return made && "notes" in made ? made.notes : made;
}

it("says of a new branch that it has none of the hooks, and why", async () => {
  using bench = Workbench.withCommit();
  const hooks = { at: "refused", path: "/home/ann", reason: "it holds a home directory" } as const;
  expect(await notes(bench, { hooks })).toEqual([
    'None of the host\'s hooks runs in this branch: "/home/ann" is not mounted, since it holds a home directory',
  ]);
  expect(await notes(bench, { hooks })).toEqual([]);
});

it("names the hooks that lead to nowhere inside", async () => {
  using bench = Workbench.withCommit();
  expect(await notes(bench, { danglingHooks: ["pre-commit", "pre-push"] })).toEqual([
    'Hooks that are links to elsewhere do not run in this branch: "pre-commit", "pre-push"',
  ]);
});

it("is silent where sandboxes have what the host has", async () => {
  for (const hooks of [
    { at: "inside", path: ".git/hooks" },
    { at: "outside", path: "/home/ann/hooks", source: "/home/ann/hooks" },
    { at: "absent", path: "/home/ann/hooks" },
  ] as const) {
    using bench = Workbench.withCommit();
    expect(await notes(bench, { hooks })).toEqual([]);
  }
});
