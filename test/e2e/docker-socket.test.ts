// `docker: true`: the daemon's socket inside, and what holds all the same.
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

import { cli } from "../support/cli.ts";
import { daemonBehind } from "../support/daemon-behind.ts";
import { makeOwnUser, type OwnUser } from "../support/own-user.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

/** Nobody's on this machine, nor in the image. */
const GROUP = 54_321;

let workspace: Workspace;
let user: OwnUser;
let socket: string;
let daemon: Awaited<ReturnType<typeof daemonBehind>>;

beforeAll(async () => {
  workspace = makeRepository();
  user = makeOwnUser();
  daemon = await daemonBehind(() => false);
  chownSync(daemon.socket, 0, GROUP);
  chmodSync(daemon.socket, 0o660);
  socket = join(user.directory, "link.sock");
  symlinkSync(daemon.socket, socket);
});

beforeEach(() => {
  user.configure({ docker: true });
});

afterAll(async () => {
  await cli(["stop", workspace.path, "--all"], { env: user.env });
  await workspace[Symbol.asyncDispose]();
  await daemon[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

const PING = ["curl", "-sS", "--unix-socket", "/var/run/docker.sock", "http://docker/_ping"];
const VERSION = [...PING.slice(0, -1), "http://docker/version"];

const run = (argv: readonly string[], ...flags: readonly string[]) =>
  cli(["run", workspace.path, ...flags, "--", ...argv], {
    env: { ...user.env, DOCKER_HOST: `unix://${socket}` },
  });

describe("the daemon's socket", () => {
  it.each([[[]], [["--branch", "feat", "--no-fetch"]]])(
    "is at its usual place for the sandbox's user, by its real path and its group: %j",
    async (flags) => {
      expect(await run(PING, ...flags)).toMatchObject({ status: 0, stdout: "OK" });
      const { stdout } = await run(["sh", "-c", "id -u; id -G"], ...flags);
      expect(stdout.split(/\s+/)).toEqual(expect.arrayContaining(["1000", `${GROUP}`]));
      expect((await run(VERSION, ...flags)).stdout).toContain('"ApiVersion"');
    },
  );

  it("is the host's own daemon by default", async () => {
    const { env } = user;
    const other = await cli(["run", workspace.path, "--", ...PING], { env });
    expect(other).toMatchObject({ status: 0, stdout: "OK" });
  });

  it("leaves the network closed, and its user without a capability", async () => {
    const name = await run(["getent", "hosts", "evil.example"]);
    expect(name).toMatchObject({ status: 2, stdout: "" });
    const address = await run(["timeout", "5", "bash", "-c", ": < /dev/tcp/192.0.2.9/443"]);
    expect(address.status).toBe(1);
    const { stdout } = await run(["grep", "^Cap[EP]", "/proc/self/status"]);
    expect(stdout).toMatch(/^CapPrm:\s0+\nCapEff:\s0+\n$/);
  });

  it("is not inside without it", async () => {
    user.configure({});
    const { status } = await run(["test", "-e", "/var/run/docker.sock"]);
    expect(status).toBe(1);
    expect((await run(["id", "-G"])).stdout).not.toContain(`${GROUP}`);
  });
});

describe("where there is no socket", () => {
  it.each([
    ["tcp://127.0.0.1:2375", 'Docker listens at "http://127.0.0.1:2375", which is no socket'],
    ["unix:///nowhere/docker.sock", '"/nowhere/docker.sock" cannot be used'],
  ])("%s is an error with the way out", async (DOCKER_HOST, state) => {
    const env = { ...user.env, DOCKER_HOST };
    const { status, stderr } = await cli(["run", workspace.path, "--", "true"], { env });
    expect(status).toBe(125);
    expect(stderr).toContain('Cannot keep "docker" of');
    expect(stderr).toContain(state);
    expect(stderr).toContain("Set DOCKER_HOST to the daemon's socket");
  });
});

it("needs a person's word where a repository asks for it", async () => {
  user.configure({});
  const folder = join(workspace.path, ".agent-sandbox");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.json"), '{"docker":true}');
  const refused = await run(["true"]);
  expect(refused.status).toBe(125);
  expect(refused.stderr).toContain("reaches the Docker daemon, and by it all of this machine");
  expect(await run(PING, "--trust")).toMatchObject({ status: 0, stdout: "OK" });
});
