import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readHooksPath } from "../../src/facts/read-hooks-path.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const { signal } = new AbortController();
const PATH = process.env["PATH"];

/** This machine's own configuration has no part in what is read. */
const ports = {
  env: { PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  home: "/nonexistent",
  signal,
};

/** What is read once git has written `value` as the hooks path of a repository. */
async function read(value: (workspace: string) => string): Promise<string | undefined> {
  await using directory = await temporaryDirectory();
  const workspace = join(directory.path, "ws");
  await mkdir(workspace);
  execFileSync("git", ["init", "--quiet", workspace]);
  execFileSync("git", ["-C", workspace, "config", "core.hooksPath", value(workspace)]);
  return await readHooksPath(workspace, ports);
}

describe("readHooksPath", () => {
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
