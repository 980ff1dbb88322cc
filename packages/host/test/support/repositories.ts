import { execFile } from "node:child_process";
import { mkdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { WorkspaceIdentity } from "@agent-sandbox/core";

const run = promisify(execFile);

/** git without any configuration of this machine. */
export const GIT_ENV = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.invalid",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.invalid",
};

export async function git(cwd: string, ...argv: readonly string[]): Promise<string> {
  const { stdout } = await run("git", ["-c", "protocol.file.allow=always", ...argv], {
    cwd,
    env: GIT_ENV,
  });
  return stdout.trim();
}

/** A repository with one commit, and its workspace. */
export async function repositoryAt(
  path: string,
  ...init: readonly string[]
): Promise<WorkspaceIdentity> {
  await mkdir(path, { recursive: true });
  await git(path, "init", "-q", "-b", "main", ...init);
  await git(path, "commit", "-q", "--allow-empty", "-m", "first");
  return await workspaceAt(path);
}

export async function workspaceAt(path: string): Promise<WorkspaceIdentity> {
  const real = await realpath(path);
  return { path: real, name: basename(real), hash: "h" };
}

/** A bare clone beside `path`, as its origin. */
export async function originOf(path: string): Promise<string> {
  const bare = join(path, "..", "origin.git");
  await git(path, "clone", "-q", "--bare", ".", bare);
  await git(path, "remote", "add", "origin", bare);
  return await realpath(bare);
}
