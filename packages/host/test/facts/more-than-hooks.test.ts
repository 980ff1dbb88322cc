import { expect, it } from "@jest/globals";
import { moreThanHooks } from "../../src/facts/more-than-hooks.ts";

const apart = {
  workspace: "/srv/work/app",
  gitDirectories: ["/data/main/.git/worktrees/app", "/data/main/.git"],
  homes: ["/people/ann"],
};

it.each([
  ["/", "it is at the top of the file system"],
  ["/etc", "it is at the top of the file system"],
  ["/people/ann", "it holds a home directory"],
  ["/people", "it is at the top of the file system"],
  ["/home/bob", "it holds a home directory"],
  ["/srv/work/app", "it holds the workspace"],
  ["/srv/work", "it holds the workspace"],
  ["/data/main", "it holds the repository's git directory"],
  ["/data/main/.git", "it holds the repository's git directory"],
])("%s is more than a directory of hooks", (directory, reason) => {
  expect(moreThanHooks(directory, apart)).toBe(reason);
});

it.each([
  "/people/ann/.githooks",
  "/home/bob/hooks",
  "/data/main/.git/hooks",
  "/srv/work/app-hooks",
  "/usr/share/githooks",
])("%s may be mounted", (directory) => {
  expect(moreThanHooks(directory, apart)).toBeUndefined();
});
