import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, removeLabelled, testLabel } from "../support/docker.ts";
import { type GateOptions, openGate, type TestGate, work } from "../support/gate.ts";
import type { TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("gate-push");

beforeAll(async () => {
  await removeLabelled(label);
});

afterAll(async () => {
  await removeLabelled(label);
});

const COMMIT = "echo more >> README.md; git commit --quiet --all --message more";

describe("a push through the gate", () => {
  let gate: TestGate;
  let sandbox: TestSandbox;

  beforeAll(async () => {
    gate = await openGate({ label, owner: 4321 });
    await gate.addFolder("work", "work");
    sandbox = await gate.openBranch("work");
  });

  afterAll(async () => {
    await gate.dispose();
  });

  const push = async () => await work(sandbox, `${COMMIT}; git push host work 2>&1`);

  it("is accepted while the host has another branch checked out, and told", async () => {
    const old = gate.host("git rev-parse work").trim();
    expect(await push()).toMatchObject({ status: 0, stderr: "" });
    const head = gate.host("git rev-parse work").trim();
    expect((await work(sandbox, "git rev-parse HEAD")).stdout.trim()).toBe(head);
    expect((await gate.pushes()).at(-1)).toEqual({
      ...{ event: "push", branch: "work", ref: "refs/heads/work" },
      ...{ old, new: head, result: "accepted" },
    });
    expect(gate.host("git reflog work -1 --format=%gs; git fsck; git status --short")).toBe(
      "push\n",
    );
    expect(gate.host("find .git ! -user 4321")).toBe("");
    expect((await gate.inside("ls /tmp/agent-sandbox-gate")).stdout).toBe("");
  });

  it("is accepted when the host's refs are packed, and when its branch is not there yet", async () => {
    gate.host("git pack-refs --all --prune && git gc --quiet");
    expect(await push()).toMatchObject({ status: 0 });
    gate.host("git branch --quiet --delete --force work");
    expect(await push()).toMatchObject({ status: 0 });
    expect(gate.host("git rev-list --count work")).toBe("4\n");
  });

  it.each([
    ["in the workspace", "git checkout --quiet work", "git checkout --quiet main"],
    [
      "in a linked worktree",
      "git worktree add --quiet ../linked work",
      "git worktree remove ../linked",
    ],
  ])(
    "is refused by git's own message while the host has it checked out %s",
    async (_, take, leave) => {
      const before = gate.host(`${take} && git rev-parse work`);
      const said = await push();
      expect(said.status).toBe(1);
      expect(said.stdout).toContain("refusing to update checked out branch: refs/heads/work");
      expect((await gate.pushes()).at(-1)).toMatchObject({
        result: "refused",
        reason: "branch is currently checked out",
      });
      expect(gate.host(`git rev-parse work && ${leave}`)).toBe(before);
      expect(await push()).toMatchObject({ status: 0 });
    },
  );

  it("brings the host's other branches by a fetch, and its new commits", async () => {
    gate.host("git commit --quiet --allow-empty --message 'on the host'");
    const said = await work(sandbox, "git fetch --quiet host; git log -1 --format=%s host/main");
    expect(said).toEqual({ status: 0, stdout: "on the host\n", stderr: "" });
    const shallow =
      'git clone --quiet --depth 1 --upload-pack="$(git config remote.host.uploadpack)" file:///workspace/demo /tmp/shallow';
    expect(await work(sandbox, shallow)).toMatchObject({ status: 0 });
  });

  it("is told apart from another at the same time", async () => {
    await gate.addFolder("other", "other");
    const other = await gate.openBranch("other");
    await work(other, "git checkout --quiet -b other");
    const both = await Promise.all([push(), work(other, `${COMMIT}; git push host other 2>&1`)]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    const said = (await gate.pushes()).slice(-2).map(({ branch, result }) => `${branch} ${result}`);
    expect(new Set(said)).toEqual(new Set(["other accepted", "work accepted"]));
    await other.remove();
  });

  it("goes on after the sandbox was started again", async () => {
    await docker(["restart", "--time", "2", sandbox.id]);
    await sandbox.ready();
    expect(await push()).toMatchObject({ status: 0 });
    const configured = await work(sandbox, "git config --system --get-all remote.host.receivepack");
    expect(configured.stdout).toBe("/usr/local/lib/agent-sandbox/gate/gate-client receive-pack\n");
  });

  it("reaches a folder that was made anew, and is not hindered by one that cannot be served", async () => {
    await gate.inside(
      "mkdir /gate/broken && echo x > /gate/broken/branch && chmod 0500 /gate/broken",
    );
    await gate.inside("rm -r /gate/other");
    await gate.addFolder("other", "other");
    expect(await push()).toMatchObject({ status: 0 });
  });

  it("works after the gate was killed in the midst of one, and nothing of that one stays", async () => {
    gate.host("printf '#!/bin/sh\\nsleep 30\\n' > .git/hooks/update && chmod +x .git/hooks/update");
    const cut = push();
    await sleep(1500);
    await docker(["kill", "--signal", "KILL", gate.id]);
    expect((await cut).status).not.toBe(0);
    const without = await push();
    expect(without.status).not.toBe(0);
    expect(without.stdout).toContain("the gate does not answer; agent-sandbox start --branch");
    gate.host("rm .git/hooks/update");
    await gate.restart();
    expect(await push()).toMatchObject({ status: 0 });
  });
});

describe("the host's repository", () => {
  let gate: TestGate | undefined;

  afterEach(async () => {
    await gate?.dispose();
  });

  const init = (kind: string) => `git init --quiet --initial-branch main ${kind} && cd demo
    git config user.name Host && git config user.email host@example.com
    git commit --quiet --allow-empty --message first && git branch work`;

  it.each<[string, Partial<GateOptions>]>([
    [
      "a linked worktree, of which .git is a file",
      {
        gitDirectory: "main/.git",
        prepare: `git init --quiet --initial-branch main main && cd main
          git config user.name Host && git config user.email host@example.com
          git commit --quiet --allow-empty --message first && git branch work
          git worktree add --quiet -b here ../demo`,
      },
    ],
    [
      "bare",
      {
        prepare: `${init("demo")} && cd .. && git clone --quiet --bare demo bare && rm -r demo && mv bare demo`,
        env: {
          AGENT_SANDBOX_GIT_DIR: "/workspace/demo",
          AGENT_SANDBOX_HOOKS_PATH: "/workspace/demo/hooks",
        },
      },
    ],
    [
      "shallow",
      {
        prepare: `${init("demo")} && git checkout --quiet work && git commit --quiet --allow-empty --message second
          cd .. && mv demo from && git clone --quiet --depth 1 --no-single-branch --branch main "file://$PWD/from" demo
          cd demo && git branch --quiet work origin/work`,
      },
    ],
    ["of SHA-256", { prepare: init("--object-format=sha256 demo") }],
    [
      "with a configuration for each worktree",
      { prepare: `${init("demo")} && git sparse-checkout set .` },
    ],
  ])("may be %s", async (_, options) => {
    gate = await openGate({ label, ...options });
    await gate.addFolder("work", "work");
    const sandbox = await gate.openBranch("work");
    const message = "git commit --quiet --allow-empty --message home";
    expect(await work(sandbox, `${message}; git push host work 2>&1`)).toMatchObject({ status: 0 });
    expect(gate.host("git log -1 --format=%s work")).toBe("home\n");
    await sandbox.remove();
  });

  it("is not served when it has a form that the gate does not know", async () => {
    gate = await openGate({ label });
    await gate.addFolder("work", "work");
    const sandbox = await gate.openBranch("work");
    gate.host("git config core.repositoryformatversion 1 && git config extensions.strange 1");
    const said = await work(sandbox, "git fetch host 2>&1");
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain('the repository has "extensions.strange"');
  });
});
