import type { Git } from "../git/git-at.ts";

/**
 * The environment that puts a failing command in the place of every merge driver that the
 * configuration names (gitattributes(5), "Defining a custom merge driver"): what a branch's attributes
 * choose would run on the branch's content. A merge that needs one conflicts.
 */
export async function driverOverrides(git: Git): Promise<Readonly<Record<string, string>>> {
  const drivers = String.raw`^merge\..*\.driver$`;
  const { stdout } = await git.ask(["config", "--name-only", "-z", "--get-regexp", drivers]);
  const keys = [...new Set(stdout.split("\0").filter((key) => key !== ""))];
  if (keys.length === 0) return {};
  return Object.fromEntries<string>([
    ["GIT_CONFIG_COUNT", String(keys.length)],
    ...keys.flatMap((key, index): [string, string][] => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, "false"],
    ]),
  ]);
}
