import { execFileSync } from "node:child_process";
import { hostname } from "node:os";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { connectDocker } from "../../src/connect.ts";
import { dockerFacts } from "../../src/doctor/docker-facts.ts";
import { lookInside } from "../../src/doctor/look-inside.ts";
import { proveFirewall } from "../../src/doctor/prove-firewall.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const BROKEN = `agent-sandbox-test-doctor-${process.pid.toString()}`;
const VOLUME = `agent-sandbox-test-doctor-${process.pid.toString()}`;

const docker = connectDocker(process.env);
const { signal } = new AbortController();

const run = (args: readonly string[], input = "") =>
  execFileSync("docker", args, { encoding: "utf8", input }).trim();

/** By this process, which is the one that the probes are labelled with. */
const left = () =>
  run(["ps", "--all", "--quiet", "--filter", "label=agent-sandbox.probe"])
    .split("\n")
    .filter((id) => id !== "" && ownerOf(id).startsWith(`${process.pid.toString()}@`));

const ownerOf = (id: string) =>
  run(["inspect", "--format", '{{index .Config.Labels "agent-sandbox.probe"}}', id]);

beforeAll(() => {
  run(["build", "--tag", BROKEN, "-"], `FROM ${IMAGE}\nUSER root\nRUN rm "$(command -v ipset)"\n`);
  const script = `mkdir -p /v/.codex; echo {} > /v/auth.json; chmod 644 /v/auth.json
    chown 1000:1000 /v /v/auth.json; chmod 700 /v`;
  run([
    ...["run", "--rm", "--user", "root", "--volume", `${VOLUME}:/v`, "--entrypoint", "sh"],
    ...[IMAGE, "-c", script],
  ]);
});

afterAll(() => {
  run(["rmi", "--force", BROKEN]);
  run(["volume", "rm", "--force", VOLUME]);
});

it("tells what the daemon says of itself", async () => {
  const facts = await dockerFacts(docker, signal);
  expect(facts.version).toBe(run(["version", "--format", "{{.Server.Version}}"]));
  expect(facts.storageDriver).toBe(run(["info", "--format", "{{.Driver}}"]));
  expect(facts.limits.pids).toBe(true);
});

it("proves that the base image closes its network", async () => {
  await expect(proveFirewall(docker, IMAGE, signal)).resolves.toBeUndefined();
  expect(left()).toEqual([]);
});

it("says why the network cannot be closed, in the set-up's own words", async () => {
  await expect(proveFirewall(docker, BROKEN, signal)).rejects.toMatchObject({
    code: "SANDBOX_FAILED",
    hint: expect.stringMatching(/Cannot load the address sets: .*ipset/) as unknown,
  });
  expect(left()).toEqual([]);
});

it("sees clock, disk, programs and volumes from inside, also what is its owner's alone", async () => {
  const request = { image: IMAGE, volumes: [VOLUME], uid: 1000 };
  const { clockAheadMs, freeBytes, programs, volumes } = await lookInside(docker, request, signal);
  expect(clockAheadMs).toBe(0);
  expect(freeBytes).toBeGreaterThan(1e6);
  expect([...programs.keys()].sort()).toEqual(["claude", "codex"]);
  for (const { status, said } of programs.values()) {
    expect(status).toBe(0);
    expect(said).toMatch(/\d+\.\d+\.\d+/);
  }
  expect(volumes).toEqual([
    {
      ...{ name: VOLUME, uid: 1000, mode: 0o700, hasForeign: true },
      secrets: [{ name: "auth.json", mode: 0o644 }],
    },
  ]);
});

it("removes what an earlier one left whose process was killed, and what it made itself when aborted", async () => {
  const gone = `2147483647@${hostname()}`;
  const label = `agent-sandbox.probe=${gone}`;
  const stray = run(["create", "--label", label, "--entrypoint", "true", IMAGE]);
  const aborted = AbortSignal.abort(new Error("no longer"));
  await expect(proveFirewall(docker, IMAGE, aborted)).rejects.toThrow("no longer");
  expect(run(["ps", "--all", "--quiet", "--no-trunc", "--filter", `id=${stray}`])).toBe("");
  expect(left()).toEqual([]);
});
