import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { type HooksPorts, readHooks } from "../../src/facts/read-hooks.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const { signal } = new AbortController();
const PATH = process.env["PATH"];

/** This machine's own configuration has no part in what is read. */
const ports = {
  env: { PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  home: "/nonexistent",
  signal,
};

async function readHooksPath(workspace: string, at: HooksPorts): Promise<string | undefined> {
  return (await readHooks(workspace, at)).hooksPath;
}

/** What is read once git has written `value` as the hooks path of a repository. */
async function read(value: (workspace: string) => string): Promise<string | undefined> {
  await using directory = await temporaryDirectory();
  const workspace = join(directory.path, "ws");
  await mkdir(workspace);
  execFileSync("git", ["init", "--quiet", workspace]);
  execFileSync("git", ["-C", workspace, "config", "core.hooksPath", value(workspace)]);
  return await readHooksPath(workspace, ports);
}

describe("the hooks path inside the workspace", () => {
  it("is the directory inside the workspace, however it is written", async () => {
    expect(await read(() => ".githooks")).toBe(".githooks");
    expect(await read(() => "./tools/../tools/hooks/")).toBe("tools/hooks");
    expect(await read((workspace) => `${workspace}/hooks`)).toBe("hooks");
  });

  it("is none for a directory outside, the workspace itself, and hooks that are switched off", async () => {
    expect(await read(() => "/etc/hooks")).toBeUndefined();
    expect(await read(() => "../hooks")).toBeUndefined();
    expect(await read(() => "~/hooks")).toBeUndefined();
    expect(await read(() => ".")).toBeUndefined();
    expect(await read(() => "")).toBeUndefined();
  });

  it("follows a file that the configuration includes", async () => {
    await using directory = await temporaryDirectory();
    execFileSync("git", ["init", "--quiet", directory.path]);
    const config = (file: string, ...words: string[]) =>
      execFileSync("git", ["config", "--file", join(directory.path, file), ...words]);
    config("team.config", "core.hooksPath", "hooks");
    config(".git/config", "include.path", "../team.config");
    expect(await readHooksPath(directory.path, ports)).toBe("hooks");
  });

  it("is none without a repository", async () => {
    await using directory = await temporaryDirectory();
    expect(await readHooksPath(directory.path, ports)).toBeUndefined();
  });

  it("is what the user's or the machine's configuration names, wherever git keeps it", async () => {
    await using directory = await temporaryDirectory();
    const at = (...names: string[]) => join(directory.path, ...names);
    const [workspace, home] = [at("ws"), at("home")];
    await mkdir(at("home/.config/git"), { recursive: true });
    await mkdir(at("xdg/git"), { recursive: true });
    execFileSync("git", ["init", "--quiet", workspace]);
    const system = { GIT_CONFIG_SYSTEM: "/dev/null" };
    const places = [
      { file: at("home/.gitconfig"), env: system },
      { file: at("home/.config/git/config"), env: system },
      { file: at("xdg/git/config"), env: { ...system, XDG_CONFIG_HOME: at("xdg") } },
      { file: at("global"), env: { ...system, GIT_CONFIG_GLOBAL: at("global") } },
      { file: at("system"), env: { GIT_CONFIG_SYSTEM: at("system") } },
    ];
    for (const { file, env } of places) {
      execFileSync("git", ["config", "--file", file, "core.hooksPath", ".githooks"]);
      const found = await readHooksPath(workspace, { env: { PATH, ...env }, home, signal });
      expect({ file, found }).toEqual({ file, found: ".githooks" });
      await rm(file);
    }
    const none = await readHooksPath(workspace, { env: { PATH, ...system }, home, signal });
    expect(none).toBeUndefined();
  });

  it("follows an include of the user's that holds for this repository alone", async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    for (const name of ["work", "play"]) execFileSync("git", ["init", "--quiet", at(name)]);
    const config = (file: string, ...words: string[]) =>
      execFileSync("git", ["config", "--file", at(file), ...words]);
    config("team", "core.hooksPath", ".githooks");
    config(".gitconfig", `includeIf.gitdir:${at("work")}/.path`, "team");
    const own = { env: { PATH, GIT_CONFIG_SYSTEM: "/dev/null" }, home: directory.path, signal };
    expect(await readHooksPath(at("work"), own)).toBe(".githooks");
    expect(await readHooksPath(at("play"), own)).toBeUndefined();
  });

  it("is what a variable names: git reads its configuration from there too", async () => {
    await using directory = await temporaryDirectory();
    execFileSync("git", ["init", "--quiet", directory.path]);
    const pair = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.hooksPath" };
    const env = { ...ports.env, ...pair, GIT_CONFIG_VALUE_0: ".githooks" };
    expect(await readHooksPath(directory.path, { ...ports, env })).toBe(".githooks");
  });
});

describe("the place of the host's hooks", () => {
  it("is the git directory's own in an ordinary repository, and no git is asked", async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    execFileSync("git", ["init", "--quiet", at("ws")]);
    await mkdir(at("bin"));
    await writeFile(at("bin/git"), `#!/bin/sh\n: > '${at("asked")}'\n`, { mode: 0o755 });
    const watched = { ...ports, env: { ...ports.env, PATH: at("bin") } };
    const { hooks } = await readHooks(at("ws"), watched);
    expect(hooks).toEqual({ at: "inside", path: ".git/hooks" });
    expect(existsSync(at("asked"))).toBe(false);
    execFileSync("git", ["-C", at("ws"), "config", "core.hooksPath", "hooks"]);
    await readHooks(at("ws"), watched);
    expect(existsSync(at("asked"))).toBe(true);
  });

  it("is the shared git directory's in a linked worktree, or what its configuration names", async () => {
    await using directory = await temporaryDirectory();
    const [main, linked] = [join(directory.path, "main"), join(directory.path, "linked")];
    const git = (...argv: string[]) => execFileSync("git", ["-C", main, ...argv]);
    execFileSync("git", ["init", "--quiet", main]);
    git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x");
    git("worktree", "add", "--quiet", linked);
    const own = join(main, ".git/hooks");
    const { hooks } = await readHooks(linked, ports);
    expect(hooks).toEqual({ at: "outside", path: own, source: own });
    git("config", "core.hooksPath", ".githooks");
    expect(await readHooks(linked, ports)).toEqual({
      hooksPath: ".githooks",
      hooks: { at: "inside", path: ".githooks" },
    });
    git("config", "core.hooksPath", join(main, ".git"));
    expect((await readHooks(linked, ports)).hooks).toMatchObject({
      at: "refused",
      reason: "it holds the repository's git directory",
    });
  });

  it("is a submodule's own, in the git directory of the repository around it", async () => {
    await using directory = await temporaryDirectory();
    const module = join(directory.path, "lib");
    const gitDir = join(directory.path, ".git/modules/lib");
    await mkdir(join(gitDir, "hooks"), { recursive: true });
    await mkdir(module);
    await writeFile(join(module, ".git"), "gitdir: ../.git/modules/lib\n");
    const path = join(gitDir, "hooks");
    expect((await readHooks(module, ports)).hooks).toEqual({ at: "outside", path, source: path });
  });

  it("is none that a file of the working tree names, included or found as a configuration", async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    await mkdir(at("keys"));
    execFileSync("git", ["init", "--quiet", at("ws")]);
    const config = (file: string, key: string, value: string) =>
      execFileSync("git", ["config", "--file", at(`ws/${file}`), key, value]);
    config("team", "core.hooksPath", at("keys"));
    config(".git/config", "include.path", "../team");
    const refused = {
      at: "refused",
      path: at("keys"),
      reason: "a file of the working tree names it",
    };
    expect((await readHooks(at("ws"), ports)).hooks).toEqual(refused);
    await cp(at("ws/.git"), at("ws"), { recursive: true });
    await rm(at("ws/.git/HEAD"));
    config("config", "core.hooksPath", at("keys"));
    expect((await readHooks(at("ws"), ports)).hooks).toEqual(refused);
  });
});
