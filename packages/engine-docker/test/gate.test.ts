import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { daemonBehind } from "../../../test/support/daemon-behind.ts";
import { docker as runDocker } from "../../../test/support/docker.ts";
import { connectDocker } from "../src/connect.ts";
import { ensureGate, findGates, stopGateIfIdle, stopIdleGates } from "../src/gate.ts";
import { gateVolume } from "../src/volumes.ts";
import { MemoryLock } from "./memory-lock.ts";
import { sandboxPlan } from "./sandbox-plan.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const UID = 4321;
const hash = randomBytes(16).toString("hex");
const path = mkdtempSync(join(tmpdir(), "agent-sandbox-gate-"));
const request = {
  plan: sandboxPlan({
    workspace: { path, name: "demo", hash },
    user: { uid: UID, gid: UID },
    container: { image: IMAGE, network: undefined },
  }),
  repository: { gitDir: join(path, ".git"), commonGitDir: undefined, hooksPath: undefined },
};
const { signal } = new AbortController();
const ports = { docker: connectDocker(process.env), lock: new MemoryLock() };
const ensure = () => ensureGate(request, ports, signal);
const stopIfIdle = () => stopGateIfIdle(hash, ports, signal);
const volume = `type=volume,src=${gateVolume({ hash })},dst=/gate`;

/** Says at each moment whether the gate answers. */
const PROBE = `
const { connect } = require("node:net");
setInterval(() => {
  const said = Date.now();
  const socket = connect("/gate/feat/socket", () => socket.destroy());
  socket.on("error", ({ code }) => console.log(said, code));
}, 10);
`;

/** What needs a gate, as a session that pushes does; started as soon as it is made. */
async function client() {
  const id = await runDocker([
    ...["run", "--detach", "--init", "--label", `agent-sandbox.pushes=${hash}`],
    ...["--network", "none", "--mount", volume, "--entrypoint", "node", IMAGE, "--eval", PROBE],
  ]);
  return {
    /** When the gate did not answer, from a moment on. */
    unanswered: async (since: number) =>
      (await runDocker(["logs", id]))
        .split("\n")
        .filter((line) => line !== "" && Number(line.split(" ")[0]) >= since),
    [Symbol.asyncDispose]: async () => {
      await runDocker(["rm", "--force", id]);
    },
  };
}

beforeAll(async () => {
  execFileSync("git", ["init", "--quiet", path]);
  execFileSync("chown", ["-R", `${UID}:${UID}`, path]);
  const make = "mkdir /gate/feat && echo feat > /gate/feat/branch";
  const owned = `${make} && chown -R ${UID}:${UID} /gate`;
  await runDocker([
    ...["run", "--rm", "--user", "root", "--network", "none", "--mount", volume],
    ...["--entrypoint", "sh", IMAGE, "-c", owned],
  ]);
});

afterAll(async () => {
  await stopIfIdle();
  await ports.docker.getVolume(gateVolume({ hash })).remove();
  rmSync(path, { recursive: true });
});

describe("a gate that is wanted while another process stops it", () => {
  it("answers from the moment on that whoever wants it goes on", async () => {
    await ensure();
    const stopping = Promise.withResolvers<undefined>();
    const wanted = Promise.withResolvers<boolean>();
    await using behind = await daemonBehind(async (said) => {
      if (!/^POST \S*\/stop/.test(said)) return false;
      stopping.resolve(undefined);
      return await wanted.promise;
    });
    const docker = connectDocker({ DOCKER_HOST: `unix://${behind.socket}` });
    const stopped = stopGateIfIdle(hash, { ...ports, docker }, signal);
    await stopping.promise;
    // From here on the gate is needed, and its end is decided already.
    await using session = await client();
    const ensured = ensure().then(() => Date.now());
    await sleep(300);
    wanted.resolve(false);
    const since = await ensured;
    await stopped;
    await sleep(300);
    expect(await session.unanswered(since)).toEqual([]);
  });

  it("answers however the two interleave", async () => {
    for (let round = 0; round < 12; round += 1) {
      await ensure();
      const stopped = sleep(round * 40).then(stopIfIdle);
      await using session = await client();
      await ensure();
      const since = Date.now();
      await stopped;
      await sleep(200);
      expect({ round, unanswered: await session.unanswered(since) }).toEqual({
        round,
        unanswered: [],
      });
    }
  });

  it("is gone once nobody needs it", async () => {
    await ensure();
    await Promise.all([stopIfIdle(), stopIfIdle()]);
    expect(await findGates(ports.docker, hash)).toEqual([]);
  });
});

describe("a gate that nobody needs yet", () => {
  it("is left alone by whoever holds other locks, and goes by its own", async () => {
    await ensure();
    await stopIdleGates({ ...ports, lock: new MemoryLock() }, signal);
    expect(await findGates(ports.docker, hash)).toHaveLength(1);
    await stopIdleGates(ports, signal);
    expect(await findGates(ports.docker, hash)).toEqual([]);
  });
});
