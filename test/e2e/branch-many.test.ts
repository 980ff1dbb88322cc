import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { containersOf, countCreated, inBranch, labelOf } from "../support/branch.ts";
import { cli, cliOk, type CliOptions } from "../support/cli.ts";
import { until } from "../support/sandbox-image.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
/** The state folder of these tests alone, to see what is left in it. */
const state = mkdtempSync(join(tmpdir(), "agent-sandbox-state-"));
const env = { XDG_STATE_HOME: state };

beforeAll(async () => {
  workspace = await makeWorkspace();
  workspace.host("git add --all && git commit --quiet --message configured");
});

afterAll(async () => {
  await cliOk(["stop", workspace.path, "--all"], { env });
  rmSync(state, { recursive: true });
  await workspace[Symbol.asyncDispose]();
});

const start = (branch: string, onStart?: CliOptions["onStart"]) =>
  cli(["start", workspace.path, "--branch", branch], { env, ...(onStart && { onStart }) });

describe("twenty branches that twenty processes ask for at once", () => {
  const branches = Array.from({ length: 20 }, (_, index) => `many/b${index.toString()}`);

  it("are all started, and one session serves those that wait", async () => {
    const labels = (["hash", "gate", "job"] as const).map((kind) => labelOf(workspace, kind));
    const [sandboxes, gates, sessions] = await countCreated(labels, async (onStart) => {
      const results = await Promise.all(branches.map((branch) => start(branch, onStart)));
      // Whatever one of them says of its failure is shown.
      expect(results.filter(({ status }) => status !== 0)).toEqual([]);
    });
    expect({ sandboxes, gates }).toEqual({ sandboxes: 20, gates: 1 });
    // The first who comes serves itself; who came meanwhile is served by the next.
    expect(sessions).toBeGreaterThanOrEqual(1);
    expect(sessions).toBeLessThanOrEqual(4);
  });

  it("are each in a worktree of their own, and none is damaged", async () => {
    const script = `cd /repo-shelf/worktrees
      for d in many__*; do git -C $d branch --show-current; done | sort; git -C many__b0 fsck --strict`;
    const { status, stdout } = await inBranch(workspace, "many/b0", script);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${branches.toSorted().join("\n")}\n`,
    });
    await cliOk(["stop", workspace.path, "--all"], { env });
    expect(containersOf(workspace, "gate")).toEqual([]);
  });
});

describe("a process that is killed", () => {
  /** Kills one that starts `branch` as soon as `moment` has come. */
  async function killAt(branch: string, moment: () => Promise<unknown>): Promise<void> {
    const { signal } = await cli(["start", workspace.path, "--branch", branch], {
      env,
      onStart: (kill) =>
        void moment().finally(() => {
          kill("SIGKILL");
        }),
    });
    expect(signal).toBe("SIGKILL");
  }

  async function isMade(): Promise<boolean> {
    await Promise.resolve();
    return containersOf(workspace, "job").length > 0;
  }
  async function isGoing(): Promise<boolean> {
    await Promise.resolve();
    const label = `label=${labelOf(workspace, "job")}`;
    return docker(["ps", "--quiet", "--filter", label]).length > 0;
  }
  async function hasSandbox(branch: string): Promise<boolean> {
    await Promise.resolve();
    const label = `label=agent-sandbox.branch=${branch}`;
    return docker(["ps", "--quiet", "--filter", label]).length > 0;
  }

  it.each([
    ["once a session is made", "k1", () => until(isMade)],
    ["while a session works", "k2", () => until(isGoing)],
    ["a little later", "k3", () => until(isGoing).then(() => sleep(150))],
    ["when its sandbox starts", "k4", () => until(() => hasSandbox("k4"))],
  ])("%s leaves nothing in the way of the next", async (_, branch, moment) => {
    await killAt(branch, moment);
    const { status, stdout } = await start(branch);
    expect({ branch, status, stdout }).toMatchObject({ status: 0 });
    const script = `git status --short --branch; git log --format=%s
      git commit -q --allow-empty -m home && git push -q`;
    expect(await inBranch(workspace, branch, script)).toMatchObject({
      ...{ status: 0, stderr: "" },
      stdout: `## ${branch}...host/${branch} [gone]\nconfigured\nfirst\n`,
    });
    expect(workspace.host(`git log -1 --format=%s ${branch}`)).toBe("home\n");
    await until(async () => !(await isMade()));
  });

  it("loses nothing that was there before", async () => {
    const seen = "git fsck --strict; for n in 1 2 3 4; do git log -1 --format=%s k$n; done";
    expect((await inBranch(workspace, "k1", seen)).stdout).toBe("home\n".repeat(4));
  });

  it("leaves no lock and no request in the state folder", async () => {
    await cliOk(["stop", workspace.path, "--all"], { env });
    const left = readdirSync(state, { recursive: true }).map(String);
    expect(left.filter((name) => /\.(lock|breaking|request|answer|tmp)$/.test(name))).toEqual([]);
    expect(existsSync(join(state, "agent-sandbox", "shared"))).toBe(true);
  });
});
