import { basename } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { containersOf, inBind, inBranch, probe } from "../support/branch.ts";
import { cliOk } from "../support/cli.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let repository: string;

const SHELF = "/repo-shelf";
const GIT = `${SHELF}/repo/.git`;
const OWN = `${SHELF}/worktrees/own`;
const OTHER = `${SHELF}/worktrees/other`;

const own = (script: string) => inBranch(workspace, "own", script);

beforeAll(async () => {
  workspace = await makeWorkspace();
  repository = `/workspace/${basename(workspace.path)}`;
  workspace.host(`git add --all && git commit --quiet --message configured
    printf '#!/bin/sh\\necho checked >&2; test ! -e forbidden\\n' > .git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit`);
  await cliOk(["checkout", "other", workspace.path]);
  await cliOk(["start", workspace.path, "--branch", "own"]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

describe("in the sandbox of a branch", () => {
  it("its own worktree and what a commit needs are writable", async () => {
    const writable = [
      ...[OWN, `${OWN}/README.md`, `${GIT}/objects`, `${GIT}/refs/heads`, `${GIT}/logs`],
      ...["HEAD", "index"].map((name) => `${GIT}/worktrees/own/${name}`),
    ];
    const { stdout } = await own(probe(writable));
    expect(stdout).toBe(writable.map((path) => `rw ${path}\n`).join(""));
  });

  it("the host's checkout, other branches and what git runs or reads are not", async () => {
    const protectedPaths = [
      ...[repository, `${repository}/.git`, `${repository}/.git/HEAD`, `${repository}/README.md`],
      ...["config", "config.worktree", "commondir", "hooks", "info/attributes", "worktrees"].map(
        (name) => `${GIT}/${name}`,
      ),
      ...[`${SHELF}/worktrees`, OTHER, `${OTHER}/README.md`, `${GIT}/worktrees/other`],
      ...["commondir", "config.worktree", "gitdir", "locked"].map(
        (name) => `${GIT}/worktrees/own/${name}`,
      ),
      ...[".husky", ".agent-sandbox", ".agent-precommit/user-context.json"].map(
        (name) => `${OWN}/${name}`,
      ),
      ...[".agent-sandbox.json", ".agent-sandbox.jsonc", ".uds/config.yaml"].map(
        (name) => `${OWN}/${name}`,
      ),
      ...["", "/branch"].map((name) => `/run/agent-sandbox-gate${name}`),
    ];
    const { stdout } = await own(probe(protectedPaths));
    expect(stdout).toBe(protectedPaths.map((path) => `ro ${path}\n`).join(""));
  });

  it.each([
    ["moved away", (path: string) => `mv --no-copy -T '${path}' '${path}.away'`],
    ["replaced by a link", (path: string) => `ln -sfnT /tmp '${path}'`],
    ["moved over", (path: string) => `touch ${OWN}/new && mv --no-copy -fT ${OWN}/new '${path}'`],
  ])("none of these can be %s, nor what they are in", async (_, attempt) => {
    const paths = [
      ...[`${SHELF}/repo`, GIT, `${GIT}/config`, `${GIT}/hooks`, `${GIT}/info`, `${GIT}/worktrees`],
      ...[`${SHELF}/worktrees`, OTHER, OWN, `${OWN}/.husky`, `${OWN}/.agent-sandbox`],
      "/run/agent-sandbox-gate/socket",
    ];
    const tries = paths.map((path) => `if ${attempt(path)} 2> /dev/null; then echo "${path}"; fi`);
    const script = `${tries.join("\n")}\nrm -f ${OWN}/new; git status --short`;
    expect(await own(script)).toMatchObject({ status: 0, stdout: "" });
  });

  it("git cannot take another branch's worktree away", async () => {
    const script = `git worktree prune --expire now || true
      git worktree remove --force --force ${OTHER} || true
      git worktree unlock ${OTHER} || true; ls ${OTHER}; git -C ${OTHER} status --short`;
    expect((await own(script)).stdout).toBe("README.md\n");
  });
});

describe("the host's hooks", () => {
  it("run in a branch's sandbox, as they would on the host", async () => {
    const { status, stderr } = await own(
      "touch forbidden; git commit --quiet --allow-empty -m refused",
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: "checked\n" });
    const passes = await own("rm forbidden; git commit --quiet --allow-empty -m passes");
    expect(passes).toMatchObject({ status: 0, stderr: "checked\n" });
  });

  it("are those of core.hooksPath from the next branch on, also where a sandbox runs already", async () => {
    const before = containersOf(workspace, "hash");
    workspace.host(`mkdir hooks && printf '#!/bin/sh\\necho from hooks/ >&2\\n' > hooks/pre-commit
      chmod +x hooks/pre-commit && git config core.hooksPath hooks`);
    await cliOk(["checkout", "third", workspace.path]);
    const { status, stderr } = await own("git commit --quiet --allow-empty -m hooked");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "from hooks/\n" });
    expect(containersOf(workspace, "hash")).toEqual(before);
  });

  it("are not those that an agent commits", async () => {
    const script = `mkdir -p hooks && printf '#!/bin/sh\\necho mine >&2\\n' > hooks/pre-commit
      chmod +x hooks/pre-commit; git add hooks; git commit --quiet -m hooks`;
    expect(await own(script)).toMatchObject({ status: 0, stderr: "from hooks/\n" });
    expect((await own(probe([`${repository}/hooks/pre-commit`]))).stdout).toMatch(/^ro /);
  });
});

describe("in bind mode", () => {
  it("all of the shelf is writable, and the host's checkout but for what is protected", async () => {
    const writable = [OWN, OTHER, `${SHELF}/worktrees`, `${GIT}/worktrees`, repository];
    const kept = [".git/config", ".git/hooks", ".husky", ".agent-sandbox", "hooks"];
    const { stdout } = await inBind(
      workspace,
      probe([...writable, ...kept.map((name) => `${repository}/${name}`)]),
    );
    expect(stdout).toBe(
      [
        ...writable.map((path) => `rw ${path}\n`),
        ...kept.map((name) => `ro ${repository}/${name}\n`),
      ].join(""),
    );
  });

  it("what was written over the shelf's configuration is put right before it is used again", async () => {
    await inBind(
      workspace,
      `git config --file ${GIT}/config core.fsmonitor 'touch /tmp/ran'
       git config --file ${GIT}/config core.hooksPath ${OWN}/hooks`,
    );
    await cliOk(["checkout", "fourth", workspace.path]);
    const read = `git config --file ${GIT}/config --get core.hooksPath
      git config --file ${GIT}/config --get core.fsmonitor || echo none`;
    expect((await inBind(workspace, read)).stdout).toBe(`${repository}/hooks\nnone\n`);
  });
});
