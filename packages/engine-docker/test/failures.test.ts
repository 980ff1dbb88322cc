import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { SandboxError } from "@agent-sandbox/core";
import type { ContainerCreateOptions } from "dockerode";
import { connectDocker } from "../src/connect.ts";
import { dockerFailure } from "../src/failures.ts";
import { removeImage, TEST_LABEL, tinyImage } from "./image/tiny-image.ts";

const docker = connectDocker(process.env);
const IMAGE = `engine-docker-test-os:failures${String(process.pid)}`;
const NAME = `engine-docker-test-failures-${String(process.pid)}`;
const Labels = { [TEST_LABEL]: IMAGE };

async function failureOf(attempt: Promise<unknown>): Promise<SandboxError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return dockerFailure("try it", error);
}

function sleeping(hostPort: string): ContainerCreateOptions {
  const PortBindings = { "80/tcp": [{ HostIp: "127.0.0.1", HostPort: hostPort }] };
  const ports = { ExposedPorts: { "80/tcp": {} }, HostConfig: { PortBindings } };
  return { Image: IMAGE, Cmd: ["sleep", "60"], Labels, ...ports };
}

describe("dockerFailure, on what a real daemon answers", () => {
  beforeAll(() => tinyImage(docker, IMAGE));
  afterAll(() => removeImage(docker, IMAGE));

  it("knows an image that is not there", async () => {
    const failure = await failureOf(docker.createContainer({ Image: "no/such:image", Labels }));
    expect(failure.code).toBe("IMAGE_MISSING");
    expect(failure.message).toBe('Cannot try it: there is no image "no/such:image"');
  });

  it("knows a name that is taken, and names it", async () => {
    const options = { Image: IMAGE, Cmd: ["sh"], name: NAME, Labels };
    const container = await docker.createContainer(options);
    try {
      const failure = await failureOf(docker.createContainer(options));
      expect(failure.code).toBe("NAME_TAKEN");
      expect(failure.message).toBe(`Cannot try it: the name "${NAME}" is already in use`);
    } finally {
      await container.remove({ force: true });
    }
  });

  it("knows a port that is taken, and names it", async () => {
    const holder = await docker.createContainer(sleeping("0"));
    try {
      await holder.start();
      const { NetworkSettings } = await holder.inspect();
      const port = NetworkSettings.Ports["80/tcp"]?.[0]?.HostPort ?? "";
      const second = await docker.createContainer(sleeping(port));
      const failure = await failureOf(second.start()).finally(() => second.remove({ force: true }));
      expect(failure.code).toBe("PORT_TAKEN");
      expect(failure.message).toBe(`Cannot try it: port ${port} is already in use`);
    } finally {
      await holder.remove({ force: true });
    }
  });

  it("keeps the daemon's own words for all else, without the client's prefix", async () => {
    const failure = await failureOf(docker.getContainer("0".repeat(64)).start());
    expect(failure.code).toBe("ENGINE_FAILED");
    expect(failure.message).toBe(`Cannot try it: No such container: ${"0".repeat(64)}`);
    expect(failure.cause).toHaveProperty("statusCode", 404);
  });
});

describe("dockerFailure", () => {
  it.each([
    ["write /x: no space left on device", {}, "DISK_FULL", "the disk is full"],
    ["ENOSPC: no space", { code: "ENOSPC" }, "DISK_FULL", "the disk is full"],
    [
      "Bind for 127.0.0.1:8080 failed: port is already allocated",
      {},
      "PORT_TAKEN",
      "port 8080 is already in use",
    ],
    [
      "listen tcp6 [::1]:90: bind: address already in use",
      {},
      "PORT_TAKEN",
      "port 90 is already in use",
    ],
    [
      "failed to bind host port for 127.0.0.1:70:172.17.0.2:80/tcp: address already in use",
      {},
      "PORT_TAKEN",
      "port 70 is already in use",
    ],
    [
      "connect EACCES /s",
      { code: "EACCES", syscall: "connect", address: "/s" },
      "ENGINE_UNAVAILABLE",
      'this user may not open "/s"',
    ],
    [
      "connect ENOENT /s",
      { code: "ENOENT", syscall: "connect", address: "/s" },
      "ENGINE_UNAVAILABLE",
      'nothing answers at "/s"',
    ],
    [
      "socket hang up",
      { code: "ECONNRESET" },
      "ENGINE_UNAVAILABLE",
      "the connection to Docker was lost",
    ],
    [
      "open: no such file",
      { code: "ENOENT", syscall: "open" },
      "ENGINE_FAILED",
      "open: no such file",
    ],
    [
      "container x is not running",
      { statusCode: 409 },
      "ENGINE_FAILED",
      "container x is not running",
    ],
  ])("turns %j into a sentence with its code", (...row) => {
    const [message, fields, code, state] = row;
    const failure = dockerFailure("try it", Object.assign(new Error(message), fields));
    expect(failure.code).toBe(code);
    expect(failure.message).toBe(`Cannot try it: ${state}`);
  });

  it("names the group that may open the socket", () => {
    const error = Object.assign(new Error("connect"), {
      code: "EACCES",
      syscall: "connect",
      address: "/s",
    });
    expect(dockerFailure("try it", error).hint).toContain('group "docker"');
  });

  it("hands an error of agent-sandbox back, also as the reason of an abort", () => {
    const own = new SandboxError("TIMED_OUT", "Cannot wait: time is up");
    expect(dockerFailure("try it", own)).toBe(own);
    const aborted = Object.assign(new Error("x", { cause: own }), { name: "AbortError" });
    expect(dockerFailure("try it", aborted)).toBe(own);
  });

  it("calls any other abort an interruption", () => {
    expect(dockerFailure("try it", AbortSignal.abort().reason).code).toBe("INTERRUPTED");
  });
});
