import { execFileSync } from "node:child_process";
import { PassThrough } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { connectDocker } from "../src/connect.ts";
import { execInContainer } from "../src/exec-in-container.ts";
import { sandboxPlan } from "./sandbox-plan.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";

/** What PID 1 says of a mount that it watched, last of all. */
const LOST = '{"event":"mount.lost","path":"/workspace/.env","action":"stop"}';

const containers: Record<string, string> = {};

beforeAll(() => {
  for (const [name, said] of Object.entries({ lost: LOST, stopped: "" })) {
    const args = ["run", "--detach", "--label", "agent-sandbox.test=exec", "--network", "none"];
    const rest = ["--entrypoint", "echo", IMAGE, said];
    containers[name] = execFileSync("docker", [...args, ...rest], { encoding: "utf8" }).trim();
    execFileSync("docker", ["wait", containers[name]]);
  }
});

afterAll(() => {
  execFileSync("docker", ["rm", "--force", ...Object.values(containers)]);
});

describe("a command for a container that has just ended", () => {
  it.each([
    ["lost", 'Cannot go on: the protection of "/workspace/.env" was lost, and the sandbox'],
    ["stopped", "Cannot go on: the sandbox has ended, its container was stopped"],
  ])("is told why: %s", async (name, sentence) => {
    const out = new PassThrough().resume();
    const signals = { onSignal: () => () => undefined };
    const stdio = { stdin: undefined, stdout: out, stderr: out, terminal: undefined, signals };
    const request = { command: { argv: ["true"] as const, environment: {} }, stdio };
    await expect(
      execInContainer(
        connectDocker(process.env).getContainer(containers[name] ?? ""),
        { ...request, plan: sandboxPlan() },
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: expect.stringContaining(sentence),
    });
  });
});
