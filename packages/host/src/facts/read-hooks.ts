import { join } from "node:path";
import { type HooksPlace, relativeInside } from "@agent-sandbox/core";
import type { NamedHooks } from "../git/ask-hooks-path.ts";
import { findGitDirectory, type GitDirectory } from "../git/find-git-directory.ts";
import { type GitUser, gitUserOf, ownGitUser } from "../git/git-user.ts";
import { readTextFile } from "../state/text-file.ts";
import { gitConfigFiles, type GitSurroundings } from "./git-config-files.ts";
import { placeHooks } from "./place-hooks.ts";

export interface HooksPorts extends GitSurroundings {
  readonly signal: AbortSignal;
}

export interface FoundHooks {
  /**
   * The directory inside the workspace from which git runs hooks in place of `.git/hooks`
   * (git-config(1), "core.hooksPath") when whoever starts the sandbox runs it; relative to the
   * workspace.
   */
  readonly hooksPath: string | undefined;
  readonly hooks: HooksPlace;
}

/**
 * Where hooks are. The repository's configuration, the user's and the machine's may name a place. git
 * is only asked when one of them has the word: it costs a process.
 */
export async function readHooks(workspace: string, ports: HooksPorts): Promise<FoundHooks> {
  const env = { HOME: ports.home, ...ports.env };
  const [self, user] = [ownGitUser(workspace, env), gitUserOf(workspace, env)];
  const git = findGitDirectory(workspace);
  const ask = (who: GitUser) =>
    isNamed(git, who) ? askGit(workspace, who, ports.signal) : Promise.resolve(undefined);
  const mine = await ask(self);
  const named = user.ids === undefined ? mine : await ask(user);
  const usual = join(git?.common ?? join(workspace, ".git"), "hooks");
  const homes = [ports.home, self.env["HOME"], user.env["HOME"]].filter(
    (home) => home !== undefined,
  );
  return {
    hooksPath: mine && insideOf(workspace, mine.path),
    hooks: placeHooks(named ?? { path: usual, file: undefined }, { workspace, git, homes }),
  };
}

async function askGit(
  workspace: string,
  user: GitUser,
  signal: AbortSignal,
): Promise<NamedHooks | undefined> {
  const { askHooksPath } = await import("../git/ask-hooks-path.ts");
  return await askHooksPath(workspace, user, signal);
}

function isNamed(git: GitDirectory | undefined, { env }: GitUser): boolean {
  // Configuration can be handed over in variables as well (git-config(1), "ENVIRONMENT").
  if (Object.keys(env).some((name) => /^GIT_CONFIG_(?:COUNT|PARAMETERS)$/.test(name))) return true;
  const files = gitConfigFiles(git, { env, home: env["HOME"] ?? "/nonexistent" });
  return files.some((file) => /hookspath|include/i.test(readTextFile(file) ?? ""));
}

function insideOf(workspace: string, path: string): string | undefined {
  const inside = relativeInside(workspace, path);
  return inside === "" ? undefined : inside;
}
