import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { asUser } from "../support/as-user.ts";
import { containersOf, inBranch, probe } from "../support/branch.ts";
import { CLI, type CliResult } from "../support/cli.ts";
import { layout, LINKED_WORKTREE, SUBMODULE } from "../support/layout.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { userConfig } from "../support/user-config.ts";
import type { Workspace } from "../support/workspace.ts";

const FOLDER = "/run/agent-sandbox-hooks";
const COMMIT = "git -c user.name=A -c user.email=a@b commit --quiet --allow-empty -m x";

/** Writes a pre-commit hook that says who it is, and refuses where a file of the tree does. */
function writeHook(workspace: Workspace, directory: string, says: string): void {
  workspace.host(`mkdir -p "${directory}" && cd "${directory}"
    printf '#!/bin/sh\\necho ${says} >&2; if [ -e ./check ]; then sh ./check; fi\\n' > pre-commit
    chmod +x pre-commit`);
}

describe("hooks in a git directory outside of the workspace", () => {
  it.each([
    ["a linked worktree", LINKED_WORKTREE],
    ["a submodule", SUBMODULE],
  ])("of %s run in the sandbox of a branch, with the files of its tree", async (_, script) => {
    await using workspace = layout(script);
    writeHook(workspace, "$(git rev-parse --git-common-dir)/hooks", "checked");
    const passes = await inBranch(workspace, "a", COMMIT);
    expect(passes).toMatchObject({ status: 0 });
    expect(passes.stderr).toMatch(/^checked$/m);
    expect(passes.stderr).not.toMatch(/hooks/);
    const refused = await inBranch(workspace, "a", `echo exit 1 > check; ${COMMIT}`);
    expect(refused).toMatchObject({ status: 1, stderr: "checked\n" });
    expect((await inBranch(workspace, "a", "git log --format=%s")).stdout).toBe("x\nfirst\n");
  });
});

describe("the directory that core.hooksPath names outside of the workspace", () => {
  it("is mounted once it is there, and in its place what is named next: the container is made anew", async () => {
    await using workspace = layout(LINKED_WORKTREE);
    const at = (name: string) => join(dirname(workspace.path), name);
    const run = async () => {
      const { status, stderr } = await inBranch(
        workspace,
        "a",
        `${COMMIT}; ls -A ${FOLDER} || true`,
      );
      const says = stderr.split("\n").filter((line) => /^(first|second)$|: making/.test(line));
      return { status, says, id: containersOf(workspace, "hash")[0] };
    };
    const anew = "The configuration or the image has changed: making the container anew";
    workspace.host(`git config core.hooksPath '${at("first")}'`);
    const before = await run();
    expect(before).toMatchObject({ status: 0, says: [] });
    writeFileSync(at("first"), "no directory");
    expect(await run()).toEqual(before);
    rmSync(at("first"));
    writeHook(workspace, at("first"), "first");
    expect(await run()).toMatchObject({ status: 0, says: [anew, "first"] });
    writeHook(workspace, at("second"), "second");
    workspace.host(`rm '${at("first")}/pre-commit' && ln -s second '${at("link")}'
      git config core.hooksPath '${at("link")}'`);
    const third = await run();
    expect(third).toMatchObject({ status: 0, says: [anew, "second"] });
    expect(await run()).toEqual({ ...third, says: ["second"] });
  });

  it("ends the sandbox where the host replaces it: the hooks in the old one are no longer there", async () => {
    await using workspace = layout(LINKED_WORKTREE);
    const hooks = join(dirname(workspace.path), "hooks");
    writeHook(workspace, hooks, "before");
    workspace.host(`git config core.hooksPath '${hooks}'`);
    const working = inBranch(workspace, "a", "touch begun; sleep 60");
    await inBranch(workspace, "a", "until [ -e begun ]; do sleep 0.1; done");
    rmSync(hooks, { recursive: true });
    writeHook(workspace, hooks, "after");
    const { status, stderr } = await working;
    expect(status).toBe(125);
    expect(stderr).toContain(`the protection of "${FOLDER}" was lost`);
    expect(await inBranch(workspace, "a", COMMIT)).toMatchObject({ status: 0, stderr: "after\n" });
  });

  it("is not mounted where it holds more than hooks, which is said", async () => {
    await using workspace = layout(LINKED_WORKTREE);
    const parent = dirname(workspace.path);
    workspace.host(`git config core.hooksPath '${parent}'`);
    const { status, stdout, stderr } = await inBranch(
      workspace,
      "a",
      `${COMMIT}; ls -d ${FOLDER}*`,
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(
      `None of the host's hooks runs in this branch: "${parent}" is not mounted, since it holds the workspace`,
    );
  });

  it("is that of the user's own configuration too, in the shelf's worktrees of both modes", async () => {
    await using workspace = layout("echo main");
    using user = makeUser();
    writeHook(workspace, join(user.home, ".githooks"), "mine");
    writeHook(workspace, join(workspace.path, ".git/hooks"), "another");
    execFileSync("git", [
      "config",
      "--file",
      join(user.home, ".gitconfig"),
      "core.hooksPath",
      "~/.githooks",
    ]);
    chmodSync(join(user.home, ".gitconfig"), 0o644);
    const branch = ["run", workspace.path, "--branch", "a", "--"];
    const bind = ["run", workspace.path, "--"];
    const inA = `cd /repo-shelf/worktrees/a; echo exit 1 > check; ${COMMIT}`;
    for (const args of [branch, bind]) {
      const { status, stderr } = user.run([...args, "sh", "-c", inA]);
      expect({ status, lines: stderr.split("\n") }).toMatchObject({
        status: 1,
        lines: expect.arrayContaining(["mine"]),
      });
      expect(user.run([...args, "sh", "-c", probe([FOLDER, `${FOLDER}/pre-commit`])]).stdout).toBe(
        `ro ${FOLDER}\nro ${FOLDER}/pre-commit\n`,
      );
    }
    user.run(["stop", workspace.path, "--all"]);
  });
});

interface User extends Disposable {
  readonly home: string;
  readonly run: (args: readonly string[]) => Pick<CliResult, "status" | "stdout" | "stderr">;
}

/** Somebody with a home of their own and the right to use Docker; root would work as the owner. */
function makeUser(): User {
  const home = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  userConfig(join(home, ".config"), { container: { image: TEST_IMAGE } });
  chownSync(home, 1000, 1000);
  const socket = process.env["DOCKER_HOST"]?.replace("unix://", "") ?? "/var/run/docker.sock";
  const ids = asUser(1000, [statSync(socket).gid]);
  const others = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "GIT_CONFIG_GLOBAL"];
  const env = Object.entries(process.env).filter(([name]) => !others.includes(name));
  return {
    home,
    run: (args) =>
      spawnSync("setpriv", [...ids, process.execPath, CLI, ...args], {
        encoding: "utf8",
        env: { ...Object.fromEntries(env), HOME: home, NO_COLOR: "1" },
      }),
    [Symbol.dispose]: () => {
      rmSync(home, { recursive: true, force: true });
    },
  };
}
