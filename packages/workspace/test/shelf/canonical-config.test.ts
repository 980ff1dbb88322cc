import { describe, expect, it } from "@jest/globals";

import type { RepositoryFacts } from "@agent-sandbox/core";

import { canonicalConfig, worktreeConfig } from "../../src/shelf/canonical-config.ts";
import { git, Workbench } from "../support/workbench.ts";

/** What git reads in a configuration of that text. */
function read(text: string, key: string): string {
  using bench = new Workbench();
  bench.write("config", text);
  return git(bench.host, "config", "--file", "config", "--get", key);
}

function config(facts: Partial<RepositoryFacts>, name = "app"): string {
  const repository = {
    gitDir: "/home/ada/app/.git",
    commonGitDir: undefined,
    originUrl: undefined,
    userName: undefined,
    userEmail: undefined,
    hooksPath: undefined,
    hooks: { at: "inside", path: ".git/hooks" },
    danglingHooks: [],
    objectFormat: "sha1",
    filters: [],
    ownFilters: [],
    ...facts,
  } as const;
  return canonicalConfig({ workspace: { path: "/home/ada/app", name, hash: "0" }, repository });
}

describe("the shelf's configuration", () => {
  it.each<readonly [string, Partial<RepositoryFacts>, string]>([
    ["are the checkout's own", {}, "/workspace/app/.git/hooks"],
    [
      "are those of core.hooksPath",
      { hooks: { at: "inside", path: ".husky/_" } },
      "/workspace/app/.husky/_",
    ],
    [
      "are mounted from elsewhere",
      { hooks: { at: "outside", path: "/home/ada/hooks", source: "/home/ada/hooks" } },
      "/run/agent-sandbox-hooks",
    ],
  ])("names hooks that %s", (_, facts, expected) => {
    expect(read(config(facts), "core.hooksPath")).toBe(expected);
  });

  it.each(['Ada "the first" \\ #1; x', "line\nbreak", " space ", "[core]\n\tpager = evil"])(
    "holds %j as a value and nothing else",
    (userName) => {
      const text = config({ userName });
      expect(read(text, "user.name").replace(/^ | $/g, "")).toBe(userName.replace(/^ | $/g, ""));
      expect(() => read(text, "core.pager")).toThrow();
    },
  );

  it("has the two remotes, the host's at the path where sandboxes see it", () => {
    const text = config({ originUrl: "https://git.example/app.git" }, "my app%41");
    expect(read(text, "remote.origin.url")).toBe("https://git.example/app.git");
    expect(read(text, "remote.host.url")).toBe("file:///workspace/my%20app%2541");
    expect(read(config({}), "remote.host.fetch")).toBe("+refs/heads/*:refs/remotes/host/*");
    expect(config({})).not.toContain('"origin"');
  });

  it("of a worktree sends its branch to the host, whatever its name", () => {
    const name = 'q"uo]te';
    expect(read(worktreeConfig(name), `branch.${name}.remote`)).toBe("host");
    expect(read(worktreeConfig(name), `branch.${name}.merge`)).toBe(`refs/heads/${name}`);
  });
});
