import type { Git } from "./git-at.ts";

/** The filters that the configuration in reach of a repository names; asking runs none. */
export async function filterNames(git: Git): Promise<readonly string[]> {
  const asked = ["--name-only", "-z", "--get-regexp", String.raw`^filter\.`];
  const { stdout } = await git.ask(["config", ...asked]);
  const names = stdout.split("\0").flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}
