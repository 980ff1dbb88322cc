import { execFileSync } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import type { Stdio } from "@agent-sandbox/core";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { connectDocker } from "../src/connect.ts";
import { execInContainer } from "../src/exec-in-container.ts";
import { scratchDirectory } from "./image/tiny-image.ts";
import { sandboxPlan } from "./sandbox-plan.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const never = new AbortController().signal;
const command = { argv: ["true"], environment: {} } as const;
let container: string;

beforeAll(() => {
  const args = ["run", "--detach", "--label", "agent-sandbox.test=daemon-patience"];
  const rest = ["--network", "none", "--entrypoint", "sleep", IMAGE, "300"];
  container = execFileSync("docker", [...args, ...rest], { encoding: "utf8" }).trim();
});

afterAll(() => {
  execFileSync("docker", ["rm", "--force", container]);
});

/** The real daemon, behind a socket that hands nothing on from the first request that matches. */
async function hangingDaemon(pattern: RegExp) {
  const directory = await scratchDirectory();
  const path = join(directory.path, "docker.sock");
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const daemon = connect("/var/run/docker.sock");
    for (const socket of [client, daemon]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("data", (data: Buffer) => {
      if (pattern.test(data.toString("latin1"))) client.pause();
      else daemon.write(data);
    });
    daemon.pipe(client);
  }).listen(path);
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    docker: connectDocker({ DOCKER_HOST: `unix://${path}` }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await directory[Symbol.asyncDispose]();
    },
  };
}

function silentStdio(): Stdio {
  const out = new PassThrough().resume();
  const signals = { onSignal: () => () => undefined };
  return { stdin: undefined, stdout: out, stderr: out, terminal: undefined, signals };
}

describe("a daemon that hangs", () => {
  it.each([
    ["making a command", /^POST \/containers\/\w+\/exec /m],
    ["starting it", /^POST \/exec\/\w+\/start /m],
    ["saying how it ended", /^GET \/exec\/\w+\/json /m],
  ])("while %s is told of", async (_, pattern) => {
    await using daemon = await hangingDaemon(pattern);
    const request = { command, stdio: silentStdio(), plan: sandboxPlan() };
    await expect(
      execInContainer(daemon.docker.getContainer(container), request, never),
    ).rejects.toMatchObject({
      code: "ENGINE_UNAVAILABLE",
      message: "Cannot reach Docker: it does not answer",
    });
  });

  it("holds up no interrupt before the command is made", async () => {
    await using daemon = await hangingDaemon(/^POST \/containers\/\w+\/exec /m);
    const request = { command, stdio: silentStdio(), plan: sandboxPlan() };
    const controller = new AbortController();
    const interrupted = new Error("interrupted");
    setTimeout(() => {
      controller.abort(interrupted);
    }, 200);
    await expect(
      execInContainer(daemon.docker.getContainer(container), request, controller.signal),
    ).rejects.toBe(interrupted);
  });
});
