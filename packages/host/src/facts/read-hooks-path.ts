import { resolve } from "node:path";
import { promisify } from "node:util";

import { relativeInside } from "@agent-sandbox/core";

import { readTextFile } from "../state/text-file.ts";
import { gitConfigFiles, type GitSurroundings } from "./git-config-files.ts";

const HOOKS_PATH = ["config", "--includes", "--type=path", "--get", "core.hooksPath"];

export interface HooksPorts extends GitSurroundings {
  readonly signal: AbortSignal;
}

/**
 * The directory inside the workspace from which git on this machine runs hooks in place of
 * `.git/hooks` (git-config(1), "core.hooksPath"), relative to the workspace; undefined where there
 * is none. The repository's configuration, the user's and the machine's may name it. git is only
 * asked when one of them has the word: it costs a process.
 */
export async function readHooksPath(
  workspace: string,
  ports: HooksPorts,
): Promise<string | undefined> {
  if (!isNamed(workspace, ports)) return undefined;
  const { env, home, signal } = ports;
  // The owner may be another than the user: reading the configuration runs nothing of it.
  const asked = [...["-c", "safe.directory=*", "-C", workspace], ...HOOKS_PATH];
  // Without git, or without the key, there is nothing that git on this machine would run.
  const { execFile } = await import("node:child_process");
  const options = { signal, env: { HOME: home, ...env } };
  const answer = await promisify(execFile)("git", asked, options).catch(() => undefined);
  signal.throwIfAborted();
  return answer && insideOf(workspace, answer.stdout.replace(/\n$/, ""));
}

function isNamed(workspace: string, ports: HooksPorts): boolean {
  // Configuration can be handed over in variables as well (git-config(1), "ENVIRONMENT").
  if (Object.keys(ports.env).some((name) => /^GIT_CONFIG_(?:COUNT|PARAMETERS)$/.test(name))) {
    return true;
  }
  return gitConfigFiles(workspace, ports).some((file) =>
    /hookspath|include/i.test(readTextFile(file) ?? ""),
  );
}

function insideOf(workspace: string, path: string): string | undefined {
  if (path === "") return undefined;
  const inside = relativeInside(workspace, resolve(workspace, path));
  return inside === "" ? undefined : inside;
}
