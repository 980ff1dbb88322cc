import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let container: string;

beforeAll(async () => {
  workspace = await makeWorkspace({ config: { container: { pids: 64 } } });
  await cliOk(["start", workspace.path]);
  const filter = `label=agent-sandbox.workspace=${workspace.path}`;
  [container = ""] = docker(["ps", "--quiet", "--filter", filter]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const limited = (limit: string, ...argv: string[]) =>
  cli(["run", workspace.path, "--timeout", limit, "--", ...argv]);

/** What runs in the container, seen from outside of it. */
const processes = () => docker(["top", container, "-o", "pid,args"]).join(" ");

describe("a time limit", () => {
  it.each([
    ["an ordinary command", ["sleep", "1234"]],
    ["one without its environment", ["env", "-i", "sleep", "1234"]],
    ["one that has also left its session", ["sh", "-c", "setsid env -i sleep 1234 & wait"]],
    ["what a command leaves behind", ["sh", "-c", "(env -i sleep 1234 &); sleep 1234"]],
    ["one that is stopped", ["sh", "-c", "env -i sleep 1234 & kill -STOP $!; wait"]],
  ])("ends %s with 124, and nothing of it is left", async (_, argv) => {
    const { status, stderr } = await limited("1s", ...argv);
    expect(status).toBe(124);
    expect(stderr).toContain("its time limit has passed");
    expect(processes()).not.toContain("sleep 1234");
  });

  it("kills what does not listen to TERM", async () => {
    const deaf = "trap '' TERM; while :; do sleep 0.1; done; : deaf";
    expect((await limited("1s", "env", "-i", "sh", "-c", deaf)).status).toBe(124);
    expect(processes()).not.toContain("deaf");
  });

  it.each([
    ["spins", "perl -e 'fork while 1'"],
    ["waits", "bash -c ':() { : | : & }; :'"],
    ["fills up and stays", "perl -e 'for (1..200) { fork or do { sleep 4321; exit } } sleep 4321'"],
  ])("ends a fork bomb that %s, and puts the limit back", async (_, bomb) => {
    expect((await limited("2s", "env", "-i", "PATH=/usr/bin", "sh", "-c", bomb)).status).toBe(124);
    expect(processes()).not.toMatch(/perl|bash -c/);
    expect(docker(["inspect", "--format", "{{.HostConfig.PidsLimit}}", container])).toEqual(["64"]);
  });

  it("holds for a command whose output nobody reads", async () => {
    const child = spawn(
      process.execPath,
      [CLI, "run", workspace.path, "--timeout", "1s", "--", "yes", "unread"],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    const status = await new Promise((resolve) => child.on("exit", resolve));
    child.stdout.destroy();
    expect(status).toBe(124);
    expect(processes()).not.toContain("yes unread");
  });
});

describe("an interrupt", () => {
  const counting =
    "trap 'echo interrupted' INT; echo ready; for i in $(seq 80); do sleep 0.1; done; exit 4";

  /** Interrupts, at these times in milliseconds after the command has begun. */
  const interruptAt = async (...times: number[]) => {
    const child = spawn(
      process.execPath,
      [CLI, "run", workspace.path, "--", "sh", "-c", counting],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    while (!said.includes("ready")) await sleep(50);
    let now = 0;
    for (const time of times) {
      await sleep(time - now);
      now = time;
      child.kill("SIGINT");
    }
    return { status: await ended, said };
  };

  it("kills when a second one comes soon after", async () => {
    expect((await interruptAt(0, 500)).status).toBe(137);
  });

  it("is only handed on when the second one comes later", async () => {
    const { status, said } = await interruptAt(0, 2_500);
    expect({ status, said }).toEqual({ status: 4, said: "ready\ninterrupted\ninterrupted\n" });
  });
});

/** Resolves once a process catches SIGHUP, which Node does not by itself (proc(5), "SigCgt"). */
async function listening(pid: number): Promise<void> {
  for (;;) {
    const [, caught = "0"] =
      /^SigCgt:\t(\w+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
    if ((BigInt(`0x${caught}`) & 1n) === 1n) return;
    await sleep(5);
  }
}

describe("before the command has started", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s is status 130, and nothing starts",
    async (signal) => {
      await cliOk(["stop", workspace.path]);
      const { status, stderr } = await cli(["run", workspace.path, "--", "sleep", "1234"], {
        onStart: (kill, pid) =>
          void listening(pid).then(async () => {
            // Into the start of the container, which takes several times as long.
            await sleep(100);
            kill(signal);
          }),
      });
      expect(stderr).toContain("interrupted");
      expect(status).toBe(130);
    },
  );

  it("a time limit is status 124", async () => {
    await cliOk(["stop", workspace.path]);
    expect((await limited("0.4s", "sleep", "1234")).status).toBe(124);
    await cliOk(["start", workspace.path]);
    expect(processes()).not.toContain("sleep 1234");
  });
});
