import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { docker as runDocker } from "../support/docker.ts";
import { containersWith } from "../support/inspect-container.ts";
import { recordedPushes } from "../support/recorded-pushes.ts";
import { ENTER } from "../support/sandbox-image.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let state: string;

beforeAll(async () => {
  workspace = await makeWorkspace();
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-state-"));
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true, force: true });
});

/** With a state folder of the test's own, so that all that is on record is its doing. */
const env = () => ({ XDG_STATE_HOME: state });
const ok = (...args: string[]) => cliOk(args, { env: env() });
const inBranch = (script: string) =>
  cli(["run", workspace.path, "--branch", "feat", "--", "sh", "-c", script], { env: env() });

const pushes = () => recordedPushes(state, workspace.path);

const NONE = "0".repeat(40);
const commit = "git commit --quiet --allow-empty --message";
const tip = (branch: string) => workspace.host(`git rev-parse ${branch}`).trim();

it("records a push that was accepted once the run ends, once", async () => {
  const { status } = await inBranch(`${commit} one && git push host feat`);
  expect(status).toBe(0);
  const accepted = {
    ...{ event: "push", workspace: workspace.path, branch: "feat", ref: "refs/heads/feat" },
    ...{ old: NONE, new: tip("feat"), result: "accepted" },
  };
  expect(pushes()).toMatchObject([accepted]);
  expect(pushes()[0]).not.toHaveProperty("reason");
  await inBranch("true");
  await ok("list", workspace.path);
  expect(pushes()).toHaveLength(1);
});

it("records one that was refused, and why", async () => {
  const before = tip("main");
  const { status, stderr } = await inBranch(`${commit} two && git push host HEAD:main`);
  expect(status).toBe(1);
  expect(stderr).toMatch(/refs\/heads\/main|main/);
  expect(tip("main")).toBe(before);
  expect(pushes()).toHaveLength(2);
  expect(pushes()[1]).toMatchObject({
    ...{ event: "push", branch: "feat", ref: "refs/heads/main", old: before, result: "refused" },
    new: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
    reason: expect.stringMatching(/./) as unknown,
  });
});

it("records what a shell pushed", async () => {
  const before = tip("feat");
  const input = `${commit} three\ngit push host feat\n`;
  await cli(["shell", workspace.path, "--branch", "feat"], { input, env: env() });
  expect(pushes()).toHaveLength(3);
  expect(pushes()[2]).toMatchObject({ old: before, new: tip("feat"), result: "accepted" });
});

/** By the docker client: no command of ours sees it. */
async function pushUnseen(message: string, branch = "feat"): Promise<void> {
  const of = `agent-sandbox.workspace=${workspace.path}`;
  const [id = ""] = containersWith(of, `agent-sandbox.branch=${branch}`);
  const script = `${commit} ${message} && git push --quiet host ${branch}`;
  await runDocker(["exec", "--user", "1000:1000", id, ENTER, "sh", "-c", script]);
}

it.each([
  ["list", () => ["list", workspace.path, "--quick"]],
  ["fetch", () => ["fetch", "feat", workspace.path]],
  ["merge", () => ["merge", "feat", workspace.path]],
  ["stop", () => ["stop", workspace.path]],
])("records what was pushed behind its back with the next %s", async (name, args) => {
  await pushUnseen(name);
  const known = pushes().length;
  const unseen = tip("feat");
  await ok(...args());
  const fresh = pushes().slice(known);
  const own = fresh.filter(({ ref }) => ref === "refs/heads/feat");
  expect(own.filter((push) => push["new"] === unseen)).toHaveLength(1);
});

it("records what was pushed from a branch that is dropped, while its gate goes on", async () => {
  await ok("start", workspace.path, "--branch", "other");
  await pushUnseen("dropped", "other");
  const unseen = tip("other");
  expect(pushes().map((push) => push["new"])).not.toContain(unseen);
  await ok("drop", "other", workspace.path);
  expect(pushes().filter((push) => push["new"] === unseen)).toMatchObject([{ branch: "other" }]);
  expect(containersWith(`agent-sandbox.workspace=${workspace.path}`)).toHaveLength(2);
});

it("records what the last push was before its gate goes, and nothing twice", async () => {
  await pushUnseen("last");
  await ok("stop", workspace.path, "--all");
  expect(containersWith(`agent-sandbox.workspace=${workspace.path}`)).toEqual([]);
  const tips = pushes().map((push) => push["new"]);
  expect(tips.filter((each) => each === tip("feat"))).toHaveLength(1);
  const ids = pushes().map(({ eventId }) => eventId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(readdirSync(join(state, "agent-sandbox/collected"))).toEqual([]);
});

it("records what the last push was before its branch is dropped, and its gate goes with it", async () => {
  await ok("start", workspace.path, "--branch", "feat");
  await pushUnseen("dropped");
  const known = pushes().length;
  await ok("drop", "feat", workspace.path);
  expect(containersWith(`agent-sandbox.workspace=${workspace.path}`)).toEqual([]);
  expect(pushes().slice(known)).toMatchObject([{ new: tip("feat"), result: "accepted" }]);
});
