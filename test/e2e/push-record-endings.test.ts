import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import { cli, type CliOptions, cliOk } from "../support/cli.ts";
import { daemonBehind } from "../support/daemon-behind.ts";
import { docker } from "../support/docker.ts";
import { containersWith } from "../support/inspect-container.ts";
import { TEST_IMAGE, until } from "../support/sandbox-image.ts";
import { recordedPushes } from "../support/recorded-pushes.ts";
import { userConfig } from "../support/user-config.ts";

let workspace: BranchWorkspace;
let state: string;

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-state-"));
  userConfig(config(), { container: { image: TEST_IMAGE } });
  await cliOk(["start", workspace.path, "--branch", "feat"], { env: env() });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true, force: true });
});

const config = () => join(state, "config");
const env = () => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: config() });
const tip = () => workspace.host("git rev-parse --verify --quiet feat || echo none").trim();
const onRecord = () => recordedPushes(state, workspace.path).map((push) => push["new"]);
const one = (label: string) =>
  containersWith(`agent-sandbox.workspace=${workspace.path}`, label)[0] ?? "";
const sandbox = () => one("agent-sandbox.branch=feat");
const gate = () => one("agent-sandbox.gate");

const PUSH = "git commit --quiet --allow-empty --message more && git push --quiet host feat";

/** Commands that push and then go on until they are ended. */
const pushAndStay = (...flags: readonly string[]) => [
  ...["run", workspace.path, "--branch", "feat", ...flags],
  ...["--", "sh", "-c", `${PUSH} && exec sleep 1234`],
];

interface Ending {
  /** Called once the push is there. */
  readonly then?: ((kill: (signal: NodeJS.Signals) => void) => unknown) | undefined;
  readonly env?: CliOptions["env"];
}

/** Runs it, and says how it ended and how long that took from the push on, in milliseconds. */
async function pushed(args: readonly string[], ending: Ending = {}) {
  const before = tip();
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  const running = cli(args, {
    env: { ...env(), ...ending.env },
    onStart: (killIt) => (kill = killIt),
  });
  await until(async () => tip() !== before && (await docker(["logs", gate()])).includes(tip()));
  const since = performance.now();
  await ending.then?.(kill);
  const { status, stderr } = await running;
  return { status, stderr, took: performance.now() - since };
}

describe("what was pushed is on record, once, when a run is ended", () => {
  it.each<{ how: string; expected: number; flags?: readonly string[]; then?: Ending["then"] }>([
    { how: "by its time limit", expected: 124, flags: ["--timeout", "4s"] },
    { how: "by Ctrl-C", expected: 130, then: (kill) => kill("SIGINT") },
    { how: "by SIGTERM", expected: 143, then: (kill) => kill("SIGTERM") },
    { how: "with its sandbox", expected: 125, then: () => docker(["kill", sandbox()]) },
  ])("$how, and its status is its own", async ({ expected, flags = [], then }) => {
    const { status } = await pushed(pushAndStay(...flags), { then });
    expect(status).toBe(expected);
    expect(onRecord().filter((each) => each === tip())).toHaveLength(1);
  });

  it("and it is there no second time after that", async () => {
    await cliOk(["list", workspace.path], { env: env() });
    expect(new Set(onRecord()).size).toBe(onRecord().length);
    expect(onRecord()).toHaveLength(4);
  });
});

describe("where the gate's output is not to be had", () => {
  // Its start is not to be counted in the time limits: it was killed before.
  beforeAll(async () => {
    await cliOk(["start", workspace.path, "--branch", "feat"], { env: env() });
  });

  /** Docker as it is, but that it does not say what a gate has said. */
  const deaf = () => daemonBehind((said) => /^GET \S*\/logs\?.*timestamps=/.test(said));

  it("the end of a run waits for it a few seconds and no longer, and the next one records it", async () => {
    await using daemon = await deaf();
    const ended = await pushed(pushAndStay("--timeout", "3s"), {
      env: { DOCKER_HOST: `unix://${daemon.socket}` },
    });
    expect(ended.status).toBe(124);
    expect(ended.took).toBeGreaterThan(5_000);
    expect(ended.took).toBeLessThan(14_000);
    expect(onRecord()).not.toContain(tip());
    await cliOk(["list", workspace.path], { env: env() });
    expect(onRecord().filter((each) => each === tip())).toHaveLength(1);
  });

  it.each([
    { how: "timed out", expected: 124, flags: ["--timeout", "3s"], after: "sleep 1234" },
    { how: "ended by itself", expected: 3, flags: [], after: "exit 3" },
  ])("an interrupt ends the wait of a run that $how at once", async (run) => {
    const { expected, flags, after } = run;
    await using daemon = await deaf();
    const script = `${PUSH}; ${after}`;
    const branch = ["run", workspace.path, "--branch", "feat", ...flags];
    const { status, took } = await pushed([...branch, "--", "sh", "-c", script], {
      env: { DOCKER_HOST: `unix://${daemon.socket}` },
      then: async (kill) => {
        await until(async () => !(await docker(["top", sandbox()])).includes(after));
        await sleep(1_000);
        kill("SIGINT");
      },
    });
    expect(status).toBe(expected);
    // Of five seconds.
    expect(took).toBeLessThan(expected === 124 ? 6_500 : 4_000);
    await cliOk(["list", workspace.path], { env: env() });
  });
});
