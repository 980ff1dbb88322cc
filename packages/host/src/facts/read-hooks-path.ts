import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";

const HOOKS_PATH = ["config", "--includes", "--type=path", "--get", "core.hooksPath"];

/**
 * The directory inside the workspace from which this repository's git runs hooks in place of
 * `.git/hooks` (git-config(1), "core.hooksPath"), relative to the workspace; undefined where there
 * is none. git is only asked when the file has the word: it costs a process.
 */
export async function readHooksPath(
  workspace: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const files = ["config", "config.worktree"].map((name) => join(workspace, ".git", name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  if (!texts.some((text) => /hookspath|include/i.test(text))) return undefined;
  // The owner may be another than the user: reading the configuration runs nothing of it.
  const asked = [...["-c", "safe.directory=*", "-C", workspace], ...HOOKS_PATH];
  // Without git, or without the key, there is nothing that git on this machine would run.
  const { execFile } = await import("node:child_process");
  const answer = await promisify(execFile)("git", asked, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return answer && insideOf(workspace, answer.stdout.replace(/\n$/, ""));
}

function insideOf(workspace: string, path: string): string | undefined {
  if (path === "") return undefined;
  const inside = relative(workspace, resolve(workspace, path));
  return inside === "" || isAbsolute(inside) || inside.split(sep)[0] === ".." ? undefined : inside;
}
