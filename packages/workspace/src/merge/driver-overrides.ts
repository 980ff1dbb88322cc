import type { Git } from "../git/git-at.ts";
import type { Setting } from "../git/safe-git.ts";

/**
 * What puts a failing command in the place of every merge driver that the configuration names
 * (gitattributes(5), "Defining a custom merge driver"): what a branch's attributes choose would run on
 * the branch's content. A merge that needs one conflicts.
 */
export async function driverOverrides(git: Git): Promise<readonly Setting[]> {
  const drivers = String.raw`^merge\..*\.driver$`;
  const { stdout } = await git.ask(["config", "--name-only", "-z", "--get-regexp", drivers]);
  const keys = [...new Set(stdout.split("\0").filter((key) => key !== ""))];
  return keys.map((key) => [key, "false"]);
}
