import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readHooksPath } from "../../src/facts/read-hooks-path.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const { signal } = new AbortController();

/** What is read once git has written `value` as the hooks path of a repository. */
async function read(value: (workspace: string) => string): Promise<string | undefined> {
  await using directory = await temporaryDirectory();
  const workspace = join(directory.path, "ws");
  await mkdir(workspace);
  execFileSync("git", ["init", "--quiet", workspace]);
  execFileSync("git", ["-C", workspace, "config", "core.hooksPath", value(workspace)]);
  return await readHooksPath(workspace, signal);
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
    expect(await readHooksPath(directory.path, signal)).toBe("hooks");
  });

  it("is none without a repository", async () => {
    await using directory = await temporaryDirectory();
    expect(await readHooksPath(directory.path, signal)).toBeUndefined();
  });
});
