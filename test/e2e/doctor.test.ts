import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { cli, type CliOptions } from "../support/cli.ts";
import { daemonBehind } from "../support/daemon-behind.ts";
import { configure, docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
/** Another user's configuration, so that this machine's own does not count. */
let home: string;

beforeAll(async () => {
  workspace = await makeWorkspace();
  home = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
});

afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await workspace[Symbol.asyncDispose]();
});

interface Report {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly message: string;
    readonly hint?: string;
  }[];
}

const env = (more: CliOptions["env"] = {}) => ({ XDG_CONFIG_HOME: home, ...more });

async function report(args: readonly string[], options: CliOptions = {}) {
  const { status, stdout } = await cli(["doctor", ...args, "--json"], { env: env(), ...options });
  const { ok, checks } = JSON.parse(stdout) as Report;
  const of = (name: string) => checks.find((check) => check.name === name);
  const those = (verdict: string) =>
    checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
  return { status, ok, checks, of, those };
}

it("finds nothing wrong on a machine that can run sandboxes, and leaves nothing behind", async () => {
  let owner = "";
  const onStart: CliOptions["onStart"] = (_, pid) => {
    owner = `${pid.toString()}@${hostname()}`;
  };
  const found = await report([workspace.path], { env: env(), onStart });
  expect(found.checks.filter(({ verdict }) => !/^(ok|warning)$/.test(verdict))).toEqual([]);
  expect({ status: found.status, ok: found.ok }).toEqual({ status: 0, ok: true });
  expect(found.of("firewall")?.verdict).toBe("ok");
  expect(found.of("claude")?.message).toMatch(/^\d+\.\d+\.\d+/);
  expect(found.of("codex")?.message).toMatch(/^\d+\.\d+\.\d+/);
  expect(found.of("image")?.message).toContain("stands on the base image");
  expect(found.of("volumes")?.message).toContain("uid 1000");
  const label = `label=agent-sandbox.probe=${owner}`;
  expect(docker(["ps", "--all", "--quiet", "--filter", label])).toEqual([]);
});

it("tells people one line for each check", async () => {
  const { status, stdout, stderr } = await cli(["doctor", workspace.path], { env: env() });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const line of stdout.trimEnd().split("\n")) {
    expect(line).toMatch(/^(ok|warning) +[a-z-]+ +\S/);
  }
  expect(stdout).toMatch(/^ok +docker +Docker \d+/m);
});

it("goes on without Docker, says how to start it, and ends with status 1", async () => {
  const socket = join(home, "no-docker.sock");
  const found = await report([workspace.path], { env: env({ DOCKER_HOST: `unix://${socket}` }) });
  expect({ status: found.status, ok: found.ok }).toEqual({ status: 1, ok: false });
  expect(found.those("problem")).toEqual(["docker"]);
  expect(found.of("docker")).toMatchObject({
    message: expect.stringContaining(`nothing answers at "${socket}"`) as unknown,
    hint: expect.stringContaining("systemctl start docker") as unknown,
  });
  expect(found.those("skipped")).toEqual(
    expect.arrayContaining(["firewall", "base-image", "claude", "codex", "volumes"]),
  );
  expect(found.of("project-config")?.verdict).toBe("ok");
  expect(found.of("git")?.verdict).toMatch(/^(ok|warning)$/);
});

it("goes on with a Docker on another machine, which is refused by name", async () => {
  const elsewhere = env({ DOCKER_HOST: "tcp://docker.example:2375" });
  const found = await report([workspace.path], { env: elsewhere });
  expect(found.status).toBe(1);
  expect(found.of("docker")?.message).toContain("docker.example");
});

it("makes a line of a Docker that does not answer", async () => {
  await using silent = await daemonBehind(() => true);
  const found = await report([workspace.path], {
    env: env({ DOCKER_HOST: `unix://${silent.socket}` }),
  });
  expect(found.status).toBe(1);
  expect(found.of("docker")?.message).toContain("no answer in ten seconds");
  expect(found.of("user-config")?.verdict).toBe("ok");
});

it("finds a mistake in each configuration, with its place", async () => {
  await using broken = await makeWorkspace();
  configure(broken, {});
  writeFileSync(join(broken.path, ".agent-sandbox/config.json"), '{\n  "netwrok": {}\n}');
  const own = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  mkdirSync(join(own, "agent-sandbox"));
  writeFileSync(join(own, "agent-sandbox/config.json"), '{\n  "container": {,}\n}');
  const found = await report([broken.path], { env: { XDG_CONFIG_HOME: own } });
  rmSync(own, { recursive: true });
  configure(broken, {});
  expect(found.status).toBe(1);
  expect(found.those("problem")).toEqual(["user-config", "project-config"]);
  expect(found.of("project-config")).toMatchObject({
    message: expect.stringContaining("line 2") as unknown,
    hint: expect.stringContaining("network") as unknown,
  });
  expect(found.of("user-config")?.message).toMatch(/config\.json.*(2:17|line 2)/);
});

it("says which base image is missing and how it is built", async () => {
  configure(workspace, { container: { "base-tag": "no-such-tag" } });
  const found = await report([workspace.path]);
  configure(workspace, {});
  expect(found.those("problem")).toEqual(["base-image"]);
  expect(found.of("base-image")?.hint).toContain("agent-sandbox build-base --tag no-such-tag");
  expect(found.of("firewall")?.verdict).toBe("skipped");
});

it("outside of a workspace has a warning, and a problem for a path that was named", async () => {
  const here = await report([], { cwd: home });
  expect(here.status).toBe(0);
  expect(here.of("workspace")?.verdict).toBe("warning");
  const absent = join(home, "absent");
  const named = await report([absent]);
  expect(named.status).toBe(1);
  expect(named.those("problem")).toEqual(["workspace"]);
  expect(named.of("workspace")?.message).toContain(absent);
});
