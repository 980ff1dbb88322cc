import { chmodSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "@jest/globals";

import { Workbench } from "../support/workbench.ts";

/** What is said of a new branch where the host's hooks are in `hooks`. */
async function notes(
  bench: Workbench,
  { hooks, branch }: { hooks: string; branch: string },
): Promise<unknown> {
  const settings = bench.settings({ hooksPath: hooks });
  const [made] = await bench.provision([{ name: branch }], { settings });
  return made && "notes" in made ? made.notes : made;
}

function writeHook(bench: Workbench, path: string): void {
  bench.write(path, "#!/bin/sh\n", bench.root);
  chmodSync(join(bench.root, path), 0o755);
}

const none = (path: string) =>
  `The host's hooks are outside of the workspace, in "${path}": none runs in this branch`;

it("says which hooks outside of the workspace a branch does not have", async () => {
  using bench = Workbench.withCommit();
  writeHook(bench, "my hooks/pre-commit");
  const hooks = join(bench.root, "my hooks");
  expect(await notes(bench, { hooks, branch: "a" })).toEqual([none(hooks)]);
  expect(await notes(bench, { hooks, branch: "a" })).toEqual([]);
});

it("says it of those that a session cannot see", async () => {
  using bench = Workbench.withCommit();
  expect(await notes(bench, { hooks: "/not/here", branch: "a" })).toEqual([none("/not/here")]);
});

it("is silent where there are none, and where a sandbox has them", async () => {
  using bench = Workbench.withCommit();
  writeHook(bench, "samples/pre-commit.sample");
  bench.write("samples/README", "nothing runs\n", bench.root);
  const hooks = join(bench.root, "samples");
  expect(await notes(bench, { hooks, branch: "a" })).toEqual([]);
  const inside = join(bench.host, ".git", "hooks");
  expect(await notes(bench, { hooks: inside, branch: "b" })).toEqual([]);
});
