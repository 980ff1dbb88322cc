import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryFacts } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { readRepository } from "../../src/git/read-repository.ts";
import { git, GIT_ENV, repositoryAt, workspaceAt } from "../support/repositories.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const signal = new AbortController().signal;
const read = async (path: string, env = {}): Promise<RepositoryFacts> =>
  await readRepository(await workspaceAt(path), { env: { ...GIT_ENV, ...env }, signal });

describe("readRepository", () => {
  it("knows a plain repository", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    expect(await read(path)).toStrictEqual({
      gitDir: join(path, ".git"),
      commonGitDir: undefined,
      originUrl: undefined,
      userName: undefined,
      userEmail: undefined,
      hooksPath: undefined,
      hooks: { at: "inside", path: ".git/hooks" },
      danglingHooks: [],
      objectFormat: "sha1",
      filters: [],
      ownFilters: [],
    });
  });

  it("reads who commits, where origin is without its token, and the hooks", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"), "--object-format=sha256");
    await git(path, "config", "user.name", "Ann\nB");
    await git(path, "config", "user.email", "ann@example.invalid");
    await git(path, "remote", "add", "origin", "https://ann:token@example.invalid/r.git");
    await git(path, "remote", "set-url", "--add", "origin", "https://second.invalid/r.git");
    await git(path, "config", "core.hooksPath", ".husky/_");
    expect(await read(path)).toMatchObject({
      originUrl: "https://example.invalid/r.git",
      userName: "Ann\nB",
      userEmail: "ann@example.invalid",
      hooksPath: join(path, ".husky/_"),
      objectFormat: "sha256",
    });
  });

  it("reads the user's own configuration too, and what it includes", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    const home = join(directory.path, "home");
    await mkdir(home);
    await writeFile(
      join(home, ".gitconfig"),
      "[include]\npath = more\n[core]\nhooksPath = ~/hooks",
    );
    await writeFile(join(home, "more"), "[user]\nname = Home");
    expect(await read(path, { HOME: home })).toMatchObject({
      userName: "Home",
      hooksPath: join(home, "hooks"),
    });
  });

  it("finds the shared git directory of a worktree and of a submodule", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    const worktree = join(directory.path, "wt");
    await git(path, "worktree", "add", "-q", worktree);
    expect(await read(worktree)).toMatchObject({
      gitDir: join(path, ".git/worktrees/wt"),
      commonGitDir: join(path, ".git"),
    });
    await git(path, "submodule", "--quiet", "add", worktree, "sub");
    expect(await read(join(path, "sub"))).toMatchObject({
      gitDir: join(path, ".git/modules/sub"),
      commonGitDir: join(path, ".git/modules/sub"),
    });
  });

  it("changes nothing, and is not led elsewhere by the environment", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    const other = await repositoryAt(join(directory.path, "other"));
    await writeFile(join(path, "a"), "a");
    await git(path, "add", "a");
    await git(path, "config", "core.fsmonitor", `touch ${directory.path}/ran; false`);
    await writeFile(join(path, "a"), "a");
    const index = await readFile(join(path, ".git/index"));
    const facts = await read(path, { GIT_DIR: join(other.path, ".git") });
    expect(facts.gitDir).toBe(join(path, ".git"));
    expect(await readFile(join(path, ".git/index"))).toEqual(index);
    expect(await readdir(directory.path)).not.toContain("ran");
  });

  it("runs no git that the workspace holds", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    const bin = join(path, "node_modules/.bin");
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, "git"), `#!/bin/sh\ntouch "${directory.path}/ran"\nexit 1\n`);
    await chmod(join(bin, "git"), 0o755);
    await read(path, { PATH: `${bin}:.::${GIT_ENV.PATH ?? ""}` });
    expect(await readdir(directory.path)).not.toContain("ran");
  });

  it("stops with the signal's reason", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(readRepository(workspace, { env: GIT_ENV, signal: stopped })).rejects.toThrow(
      "enough",
    );
  });
});

describe("readRepository says what is wrong with", () => {
  const spoil: Readonly<Record<string, [(path: string) => Promise<unknown>, RegExp, RegExp]>> = {
    "what is no repository": [
      (path) => rm(join(path, ".git"), { recursive: true }),
      /: it is not a git repository$/,
      /git init$/,
    ],
    "a .git that points nowhere": [
      async (path) => {
        await rm(join(path, ".git"), { recursive: true });
        await writeFile(join(path, ".git"), "gitdir: /nowhere/.git/worktrees/r\n");
      },
      /: its "\.git" leads to no repository$/,
      /git worktree repair$/,
    ],
    "a .git that is empty": [
      async (path) => {
        await rm(join(path, ".git"), { recursive: true });
        await mkdir(join(path, ".git"));
      },
      /: its "\.git" is no repository$/,
      /^See what it lacks/,
    ],
    "a broken configuration": [
      (path) => writeFile(join(path, ".git/config"), "[core\n"),
      /: git says "bad config line 1 in file \.git\/config"$/,
      /^See what it says/,
    ],
    "a bare repository": [
      (path) => git(path, "config", "core.bare", "true"),
      /: it is a bare repository$/,
      /checkout/,
    ],
    "a work tree elsewhere": [
      (path) => git(path, "config", "core.worktree", "/usr"),
      /: git has its work tree elsewhere$/,
      /checkout/,
    ],
  };

  it.each(Object.entries(spoil))("%s", async (_, [damage, message, hint]) => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    await damage(path);
    await expect(read(path)).rejects.toMatchObject({
      code: "WORKSPACE_INVALID",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it("a part of a repository", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    await mkdir(join(path, "a/b"), { recursive: true });
    await expect(read(join(path, "a/b"))).rejects.toMatchObject({
      message: expect.stringContaining(`it is a part of the repository "${path}"`),
      hint: `Name "${path}"`,
    });
  });

  it("a machine without git", async () => {
    await using directory = await temporaryDirectory();
    const { path } = await repositoryAt(join(directory.path, "r"));
    await expect(read(path, { PATH: directory.path })).rejects.toMatchObject({
      code: "WORKSPACE_INVALID",
      message: expect.stringContaining("git is not installed"),
      hint: expect.stringContaining("Install git"),
    });
  });
});

// Only root can be another user.
(process.getuid?.() === 0 ? describe : describe.skip)("readRepository as root", () => {
  it("reads as the owner, with nothing of root's own configuration", async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const { path } = await repositoryAt(join(directory.path, "r"));
    await git(
      directory.path,
      "config",
      "--file",
      join(directory.path, ".gitconfig"),
      "user.name",
      "Root",
    );
    expect(await read(path, { HOME: directory.path })).toMatchObject({ userName: "Root" });
    await git(path, "config", "user.email", "o@example.invalid");
    await chownAll(path);
    expect((await stat(path)).uid).toBe(65_534);
    expect(await read(path, { HOME: directory.path })).toMatchObject({
      userName: undefined,
      userEmail: "o@example.invalid",
    });
  });
});

async function chownAll(path: string): Promise<void> {
  const { promisify } = await import("node:util");
  const { execFile } = await import("node:child_process");
  await promisify(execFile)("chown", ["-R", "65534:65534", path]);
}
