import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { findGitDirectory } from "../../src/git/find-git-directory.ts";
import { git, repositoryAt } from "../support/repositories.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("is what git itself finds", async () => {
  await using directory = await temporaryDirectory();
  const at = (name: string) => join(directory.path, name);
  const { path } = await repositoryAt(at("main"));
  await git(path, "worktree", "add", "-q", at("linked"));
  await repositoryAt(at("apart"), "--separate-git-dir", at("apart.git"));
  await git(path, "submodule", "--quiet", "add", at("apart"), "lib");
  for (const name of ["main", "linked", "apart", "main/lib"]) {
    const asked = ["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir"];
    const [own, common] = (await git(at(name), ...asked)).split("\n");
    expect({ name, found: findGitDirectory(at(name)) }).toEqual({ name, found: { own, common } });
  }
});

it("is none where there is no checkout", async () => {
  await using directory = await temporaryDirectory();
  expect(findGitDirectory(directory.path)).toBeUndefined();
  expect(findGitDirectory("/nonexistent")).toBeUndefined();
});
