import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readRepository } from "../../src/git/read-repository.ts";
import { git, GIT_ENV, repositoryAt } from "../support/repositories.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const signal = new AbortController().signal;

/** A repository of somebody whose git has the filter "lfs", and one "x.y" of the repository's own. */
async function scene(directory: string) {
  const workspace = await repositoryAt(join(directory, "r"));
  const home = join(directory, "home");
  await mkdir(join(home, ".config/git"), { recursive: true });
  await writeFile(join(home, ".gitconfig"), '[filter "lfs"]\nsmudge = touch ran\nrequired\n');
  await git(workspace.path, "config", "filter.x.y.clean", "touch ran");
  const read = async (env = {}) =>
    await readRepository(workspace, { env: { ...GIT_ENV, HOME: home, ...env }, signal });
  return { read, home, path: workspace.path };
}

describe("the filters of a repository", () => {
  it("are those of every configuration, the user's too", async () => {
    await using directory = await temporaryDirectory();
    const { read } = await scene(directory.path);
    expect(await read()).toMatchObject({ filters: ["lfs", "x.y"], ownFilters: [] });
  });

  it.each([
    ["the repository's own", ({ path }) => join(path, ".git/info/attributes"), {}],
    ["the user's", ({ home }) => join(home, ".config/git/attributes"), {}],
    ["the user's elsewhere", ({ home }) => join(home, "xdg/git/attributes"), { xdg: true }],
    ["those that the configuration names", ({ home }) => join(home, "mine"), { named: "~/mine" }],
  ] satisfies readonly [string, (at: { path: string; home: string }) => string, object][])(
    "are known to be used by %s attributes",
    async (_, file, how: { readonly xdg?: boolean; readonly named?: string }) => {
      await using directory = await temporaryDirectory();
      const { read, home, path } = await scene(directory.path);
      if (how.named !== undefined) await git(path, "config", "core.attributesFile", how.named);
      const attributes = file({ path, home });
      await mkdir(join(attributes, ".."), { recursive: true });
      await writeFile(attributes, "*.txt text\n[attr]big filter=lfs -text\n*.bin filter=unknown\n");
      const env = how.xdg === true ? { XDG_CONFIG_HOME: join(home, "xdg") } : {};
      expect((await read(env)).ownFilters).toEqual(["lfs"]);
    },
  );

  it("are none where what names them is no file", async () => {
    await using directory = await temporaryDirectory();
    const { read, home, path } = await scene(directory.path);
    const pipe = join(home, "pipe");
    execFileSync("mkfifo", [pipe]);
    await git(path, "config", "core.attributesFile", pipe);
    expect((await read()).ownFilters).toEqual([]);
  });
});
