import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { tryDocker } from "../support/docker.ts";
import { TEST_IMAGE, until } from "../support/sandbox-image.ts";
import { openTerminal } from "../support/terminal.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace();
  await cliOk(["start", workspace.path]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

interface Listed {
  readonly branch?: string;
  readonly state: string;
  readonly usage?: { readonly cpuPercent: number; readonly memoryBytes: number };
  readonly work?: Readonly<Record<string, unknown>>;
}

interface Listing {
  readonly sandboxes: readonly Listed[];
  /** How many containers with git in them it made, others' lists of the machine left out. */
  readonly sessions: number;
}

async function list(...flags: string[]): Promise<Listing> {
  const since = (Date.now() / 1000).toFixed(3);
  let owner = "";
  const text = await cliOk(["list", workspace.path, "--json", ...flags], {
    onStart: (_, pid) => {
      owner = `${pid.toString()}@${hostname()}`;
    },
  });
  const of = ["label=agent-sandbox.job", `label=agent-sandbox.owner=${owner}`, "event=create"];
  const made = docker([
    ...["events", "--since", since, "--until", (Date.now() / 1000).toFixed(3)],
    ...of.flatMap((filter) => ["--filter", filter]),
    ...["--format", "{{.ID}}"],
  ]);
  const { sandboxes } = JSON.parse(text) as Pick<Listing, "sandboxes">;
  return { sandboxes, sessions: made.length };
}

it("tells of a sandbox without branches, and opens no git session for it", async () => {
  const { sandboxes, sessions } = await list();
  expect(sandboxes).toMatchObject([
    {
      ...{ workspace: workspace.path, mode: "bind", state: "running", running: true },
      workdir: expect.stringMatching(/^\/workspace\/demo-/) as unknown,
      since: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      usage: { memoryBytes: expect.any(Number) as unknown },
    },
  ]);
  expect(sessions).toBe(0);
});

it("tells how far each branch is, by one session for all of them", async () => {
  await cliOk(["checkout", "other", workspace.path]);
  const work = "git commit --quiet --allow-empty --message x && echo new > new.txt";
  await cliOk(["run", workspace.path, "--branch", "fix/a", "--", "sh", "-c", work]);
  const { sandboxes, sessions } = await list();
  expect(sessions).toBe(1);
  expect(sandboxes).toMatchObject([
    { mode: "bind", state: "running" },
    {
      ...{ mode: "branch", branch: "fix/a", state: "running" },
      workdir: "/repo-shelf/worktrees/fix__a",
      volumes: expect.arrayContaining([expect.stringMatching(/:\/repo-shelf$/)]) as unknown,
      work: {
        ...{ ahead: 1, uncommitted: 1, isOnHost: false, head: "fix/a" },
        lastCommit: { subject: "x" },
      },
    },
    { branch: "other", state: "none", running: false, work: { ahead: 0, uncommitted: 0 } },
  ]);
  expect(sandboxes[0]?.work).toBeUndefined();
  expect(sandboxes[2]?.usage).toBeUndefined();
});

it("does not wait for a shelf that somebody works on, and says so", async () => {
  const hash = createHash("md5").update(workspace.path).digest("hex");
  const gate = `type=volume,src=agent-sbx-gate-${hash},dst=/gate`;
  const held = ["flock", "/gate/.lock", "sh", "-c", "echo held && sleep 60"];
  const [id = ""] = docker([
    ...["run", "--detach", "--network", "none", "--label", "agent-sandbox.test=list"],
    ...["--mount", gate, "--entrypoint", "/usr/bin/env", TEST_IMAGE, ...held],
  ]);
  try {
    await until(async () => (await tryDocker(["logs", id])).stdout.includes("held"));
    const { status, stdout, stderr } = await cli(["list", workspace.path]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/ fix\/a +running +\S+ +\d+% +\d+ MiB +- +- /);
    expect(stderr).toContain("another agent-sandbox works on its repo shelf");
  } finally {
    docker(["rm", "--force", id]);
  }
});

it("leaves the branches of a repository out that nobody trusts, starts nothing of it, and says so", async () => {
  const config = join(workspace.path, ".agent-sandbox/config.jsonc");
  const own = readFileSync(config, "utf8");
  writeFileSync(config, '{ "container": { "image": "theirs.example/image:1" } }');
  try {
    const { sandboxes, sessions } = await list();
    // What runs is Docker's to tell, and not the repository's.
    expect(sandboxes.map(({ branch, work }) => [branch, work])).toEqual([
      [undefined, undefined],
      ["fix/a", undefined],
    ]);
    expect(sessions).toBe(0);
    const { status, stdout, stderr } = await cli(["list", workspace.path], { input: "y\n" });
    expect(status).toBe(0);
    expect(stdout).not.toContain(" other ");
    expect(stderr).toContain(`Cannot see the branches of "${workspace.path}"`);
    expect(stderr).toContain("nobody has accepted what it asks for");
  } finally {
    writeFileSync(config, own);
  }
  expect((await list()).sandboxes.map(({ branch }) => branch)).toContain("other");
});

it("with --quick measures nothing, and looks into no branch", async () => {
  const { sandboxes, sessions } = await list("--quick");
  expect(sandboxes.map(({ branch, state }) => [branch, state])).toEqual([
    [undefined, "running"],
    ["fix/a", "running"],
  ]);
  expect(sandboxes.some(({ usage, work }) => usage !== undefined || work !== undefined)).toBe(
    false,
  );
  expect(sessions).toBe(0);
});

it("shows a table with a line each, in full where there is no terminal", async () => {
  const lines = (await cliOk(["list", workspace.path])).trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(
    /^REPOSITORY +MODE +BRANCH +STATE +SINCE +CPU +MEMORY +AHEAD +DIRTY +WORKDIR +VOLUMES$/,
  );
  expect(lines[2]).toMatch(/ branch +fix\/a +running +\d+[smh] +\d+% +\d+ MiB +1 +1 +\/repo-shelf/);
  expect(lines[3]).toMatch(/ branch +other +none +- +- +- +0 +0 +\/repo-shelf\/worktrees\/other/);
});

it("on a terminal repaints a table of its width, and ends at Ctrl-C with the terminal as it was", async () => {
  const list = `${process.execPath} ${CLI} list ${workspace.path} --watch`;
  using terminal = openTerminal(`echo before; ${list}; echo "status $?"`);
  await terminal.see(/^REPOSITORY.*\n.* bind .*\n.* fix\/a +running .*\n.* other +none/m);
  expect(terminal.screen()).not.toMatch(/before/);
  const widths = () =>
    terminal
      .screen()
      .split("\n")
      .map((line) => line.length);
  expect(Math.max(...widths())).toBeLessThanOrEqual(100);
  terminal.resize(70, 30);
  await terminal.see(/^REPOSITORY(?!.*WORKDIR)/m);
  await cliOk(["stop", workspace.path, "--branch", "fix/a"]);
  await terminal.see(/ fix\/a +exited /);
  terminal.press("C-c");
  await terminal.see(/^before\n[^]*^status 0$/m);
  expect(terminal.screen()).not.toMatch(/REPOSITORY/);
});

it("writes one list after the other to a pipe, and ends when its reader does", () => {
  const command = `"$0" "$1" list "$2" --watch --quick --json | head -n 2`;
  const output = execFileSync("sh", ["-c", command, process.execPath, CLI, workspace.path], {
    encoding: "utf8",
    timeout: 120_000,
  });
  const lists = output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { sandboxes: unknown[] });
  expect(lists.map(({ sandboxes }) => sandboxes.length)).toEqual([2, 2]);
});

it("ends at once when it is interrupted between two lists", async () => {
  const { status, signal, stderr } = await cli(["list", workspace.path, "--watch", "--quick"], {
    onStart: (kill) => setTimeout(() => kill("SIGINT"), 3000),
  });
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: "" });
});

it("refuses a path that is no workspace", async () => {
  const { status, stderr } = await cli(["list", "/nonexistent"]);
  expect(status).toBe(125);
  expect(stderr).toContain('Cannot use "/nonexistent" as a workspace: it does not exist');
});
