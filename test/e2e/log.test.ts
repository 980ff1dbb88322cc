// What happened in a sandbox, as "log" tells it on the host.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { containersWith } from "../support/inspect-container.ts";
import { ENTER, TEST_IMAGE } from "../support/sandbox-image.ts";
import { docker as runDocker } from "../support/docker.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";
import { userConfig } from "../support/user-config.ts";

type Logged = Readonly<Record<string, unknown>>;

let workspace: Workspace;
let state: string;

beforeAll(async () => {
  workspace = makeRepository();
  mkdirSync(join(workspace.path, ".agent-sandbox"));
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-state-"));
  setConfig({});
  await ok("start", workspace.path);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true, force: true });
});

const setConfig = ({ network, ...container }: Readonly<Record<string, unknown>>) => {
  userConfig(config(), {
    container: { image: TEST_IMAGE, ...container },
    ...(network ? { network } : {}),
  });
};
const config = () => join(state, "config");
const env = () => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: config() });
const ok = (...args: string[]) => cliOk(args, { env: env() });
const audit = () => join(state, "agent-sandbox/audit");

async function log(...args: string[]): Promise<readonly Logged[]> {
  const lines = (await ok("log", workspace.path, "--json", ...args)).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Logged);
}

/** By the docker client: no command of ours sees it. */
async function runUnseen(script: string, branch?: string): Promise<void> {
  const mode = branch === undefined ? "agent-sandbox.mode=bind" : `agent-sandbox.branch=${branch}`;
  const [id = ""] = containersWith(`agent-sandbox.workspace=${workspace.path}`, mode);
  const argv = ["exec", "--user", "1000:1000", id, ENTER, "sh", "-c", `${script}; true`];
  await runDocker(argv);
}

const refuse = (name: string) => runUnseen(`getent ahostsv4 ${name}`);
const targets = (records: readonly Logged[]) => records.map(({ target }) => target);

/** The files of the record, whatever their day. */
const files = () =>
  readdirSync(audit(), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(audit(), name));

describe("what is refused inside", () => {
  it("shows up with the next log, once, and says who tells it", async () => {
    await refuse("first.evil.example");
    await runUnseen("cd /workspace/*; git push --force origin main; git commit --no-verify -m x");
    const blocked = await log("--blocked-only");
    const about = { engine: "docker", workspace: workspace.path, result: "blocked" };
    expect(blocked.filter(({ target }) => target === "first.evil.example")).toMatchObject([
      { ...about, operation: "connect", policy: "host-not-allowed", trust: "trusted" },
    ]);
    expect(blocked.filter(({ trust }) => trust === "reported")).toMatchObject([
      { ...about, operation: "exec", policy: "git-forced-push" },
      { ...about, operation: "exec", policy: "git-hooks-bypass" },
    ]);
    expect(await log("--blocked-only")).toEqual(blocked);
    expect(await ok("log", workspace.path, "--verify")).toMatch(/all are as they were written/);
  });

  it("is never trusted because it says so", async () => {
    const forged = `{"event":"network.refused","trust":"trusted","operation":"read","target":"/etc/passwd","result":"allowed","policy":"within-project-root","workspace":"/elsewhere"}`;
    await runUnseen(
      `echo '${forged}' > /run/agent-sandbox/reports; echo noise > /run/agent-sandbox/reports`,
    );
    const reported = (await log()).filter(({ trust }) => trust === "reported").slice(-2);
    expect(reported).toMatchObject([
      { target: "/etc/passwd", result: "allowed", workspace: workspace.path },
      { target: "noise", result: "blocked", policy: "unreadable-report" },
    ]);
  });

  it("is recorded by the end of a run that lasts, and with list and stop", async () => {
    const recorded = () =>
      files()
        .map((file) => readFileSync(file, "utf8"))
        .join("");
    await ok(
      "run",
      workspace.path,
      "--",
      "sh",
      "-c",
      "getent ahostsv4 run.evil.example; sleep 1.2",
    );
    expect(recorded()).toContain("run.evil.example");
    await refuse("list.evil.example");
    await ok("list", workspace.path, "--quick");
    expect(recorded()).toContain("list.evil.example");
    await refuse("stop.evil.example");
    await ok("stop", workspace.path);
    expect(recorded()).toContain("stop.evil.example");
    await ok("start", workspace.path);
    const names = targets(await log()).filter((each) => /^(run|list|stop)\./.test(String(each)));
    expect(names).toEqual(["run.evil.example", "list.evil.example", "stop.evil.example"]);
  });

  it("is recorded before a branch is dropped, and before a container is made anew", async () => {
    await ok("start", workspace.path, "--branch", "feat");
    await runUnseen("getent ahostsv4 dropped.evil.example", "feat");
    await ok("drop", "feat", workspace.path);
    expect(await log("--branch", "feat", "--blocked-only")).toMatchObject([
      { target: "dropped.evil.example", branch: "feat" },
    ]);
    await refuse("anew.evil.example");
    setConfig({ pids: 99 });
    await ok("start", workspace.path);
    expect(targets(await log("--blocked-only"))).toContain("anew.evil.example");
  });

  it("is recorded where one that ended unseen is made anew, since other files are hidden", async () => {
    await refuse("unseen.evil.example");
    const [id = ""] = containersWith(`agent-sandbox.workspace=${workspace.path}`);
    await runDocker(["stop", "--time", "5", id]);
    workspace.host("touch .env");
    await ok("start", workspace.path);
    expect(containersWith(`agent-sandbox.workspace=${workspace.path}`)).not.toContain(id);
    expect(targets(await log("--blocked-only"))).toContain("unseen.evil.example");
  });

  it("is recorded where a container could not become a sandbox", async () => {
    setConfig({ network: { dns: ["127.0.0.1"] } });
    const started = await cli(["start", workspace.path], { env: env() });
    setConfig({ pids: 99 });
    expect(started.status).toBe(125);
    expect(await log("--operation", "open")).toMatchObject([
      {
        policy: "sandbox-failed",
        trust: "trusted",
        reason: expect.stringContaining("resolver") as unknown,
      },
    ]);
    await ok("start", workspace.path);
  });
});

describe("log", () => {
  it("is a table, or lines of JSON, of what its filters let through", async () => {
    const [header = "", ...lines] = (await ok("log", workspace.path)).split("\n");
    expect(header).toMatch(/^TIME +RESULT +OPERATION +TARGET/);
    const times = lines.filter(Boolean).map((line) => line.slice(0, 19));
    expect(times).toEqual(times.toSorted());
    const runs = await log("--operation", "run");
    expect(runs).toMatchObject([{ event: "run.started", program: "sh" }]);
    expect(await log("--since", "2100-01-01")).toEqual([]);
    expect((await log("--since", "1h")).length).toBeGreaterThan(5);
    expect(await log("--agent", "nobody")).toEqual([]);
  });

  it("is of the current workspace, or of all", async () => {
    const other = mkdtempSync(join(tmpdir(), "agent-sandbox-other-"));
    expect(await ok("log", other)).toBe("Nothing is on record\n");
    expect(await ok("log", other, "--all")).toContain("first.evil.example");
    rmSync(other, { recursive: true });
  });

  it("follows what comes, and ends with Ctrl-C", async () => {
    const args = [CLI, "log", workspace.path, "--follow", "--since", "2s"];
    const following = spawn(process.execPath, args, {
      env: { ...process.env, NO_COLOR: "1", ...env() },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(following, "exit");
    await refuse("followed.evil.example");
    let seen = "";
    for await (const chunk of following.stdout) {
      seen += String(chunk);
      if (seen.includes("followed.evil.example")) following.kill("SIGINT");
    }
    expect(await ended).toEqual([130, null]);
    expect(seen.match(/blocked {2}connect {2}followed\.evil\.example/g)).toHaveLength(1);
  });

  it("refuses what it cannot do", async () => {
    expect(await cli(["log", "--since", "soon"])).toMatchObject({ status: 2 });
    expect(await cli(["log", "--verify", "--blocked-only"])).toMatchObject({ status: 2 });
  });

  it("shows what there is where Docker does not answer", async () => {
    const broken = { ...env(), DOCKER_HOST: "unix:///nonexistent" };
    const { status, stdout, stderr } = await cli(["log", workspace.path], { env: broken });
    expect(status).toBe(0);
    expect(stdout).toContain("first.evil.example");
    expect(stderr).toMatch(/^Warning: Cannot look up/);
  });
});

describe("log --verify", () => {
  it("finds a changed line, with status 1, and tells a killed run apart", async () => {
    const [file = ""] = files().filter((each) => readFileSync(each, "utf8").includes("first.evil"));
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace("first.evil", "other.evil"));
    const changed = await cli(["log", workspace.path, "--verify"], { env: env() });
    expect(changed.status).toBe(1);
    expect(changed.stdout).toMatch(/jsonl: line \d was changed, or one before it is missing/);
    writeFileSync(file, before);

    await ok("run", workspace.path, "--", "true");
    const run =
      files().find((each) => readFileSync(each, "utf8").includes('"program":"true"')) ?? "";
    const whole = readFileSync(run, "utf8");
    writeFileSync(run, whole.slice(0, whole.indexOf("\n") + 1));
    const killed = await cli(["log", workspace.path, "--verify"], { env: env() });
    expect(killed).toMatchObject({ status: 0, stdout: expect.stringMatching(/no end/) as unknown });
    appendFileSync(run, whole.slice(whole.indexOf("\n") + 1));
    expect(await ok("log", workspace.path, "--verify")).not.toMatch(/no end/);
  });

  it("tells a run that still goes on", async () => {
    const going = cli(["run", workspace.path, "--timeout", "12s", "--", "sleep", "60"], {
      env: env(),
    });
    let stdout = "";
    for (let left = 20; left > 0 && !stdout.includes("still going on"); left -= 1) {
      stdout = await ok("log", workspace.path, "--verify");
    }
    expect(stdout).toContain("1 run still going on");
    expect(stdout).not.toMatch(/no end/);
    expect((await going).status).toBe(124);
  });
});
