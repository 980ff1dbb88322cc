import { describe, expect, it } from "@jest/globals";

import { hooksPlace } from "../../src/shelf/hooks-place.ts";

const workspace = { path: "/home/ada/app", name: "app", hash: "0" };
const repository = {
  gitDir: "/home/ada/app/.git",
  commonGitDir: undefined,
  originUrl: undefined,
  userName: undefined,
  userEmail: undefined,
  hooksPath: undefined,
  objectFormat: "sha1",
  filters: [],
  ownFilters: [],
} as const;

describe("the place of the host's hooks", () => {
  it.each([
    ["in the git directory", {}, "/home/ada/app/.git/hooks /workspace/app/.git/hooks"],
    [
      "where core.hooksPath says",
      { hooksPath: "/home/ada/app/ci/hooks" },
      "/home/ada/app/ci/hooks /workspace/app/ci/hooks",
    ],
    [
      "in the git directory that worktrees share, which no sandbox has",
      { commonGitDir: "/home/ada/main/.git" },
      "/home/ada/main/.git/hooks none",
    ],
    ["outside, by core.hooksPath", { hooksPath: "/etc/hooks" }, "/etc/hooks none"],
    ["beside it", { hooksPath: "/home/ada/app-hooks" }, "/home/ada/app-hooks none"],
  ])("is %s", (_, own, expected) => {
    const { path, inside = "none" } = hooksPlace({
      workspace,
      repository: { ...repository, ...own },
    });
    expect(`${path} ${inside}`).toBe(expected);
  });
});
