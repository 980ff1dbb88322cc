import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type { GitSession, GitSessionRequest } from "@agent-sandbox/core";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { daemonBehind } from "../../../test/support/daemon-behind.ts";
import { connectDocker } from "../src/connect.ts";
import { openGitSession } from "../src/git-session.ts";
import { toSessionOptions } from "../src/session-spec.ts";
import { ownedOptions } from "../src/stray-sessions.ts";
import { gateVolume, shelfVolume } from "../src/volumes.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const UID = 4321;
const docker = connectDocker(process.env);
const hash = randomBytes(16).toString("hex");
const path = mkdtempSync(join(tmpdir(), "agent-sandbox-session-"));
const request: GitSessionRequest = {
  workspace: { path, name: "demo", hash },
  user: { uid: UID, gid: UID },
  image: IMAGE,
  commonGitDir: undefined,
};
const never = new AbortController().signal;
const said: string[] = [];
const ports = { docker, progress: (message: string) => said.push(message) };
const open = (signal = never) => openGitSession(request, ports, signal);
const sh = (session: GitSession, script: string) => session.run({ argv: ["sh", "-c", script] });

async function jobs(): Promise<number> {
  const label = [`agent-sandbox.job=${hash}`];
  return (await docker.listContainers({ all: true, filters: { label } })).length;
}

async function killJob(): Promise<void> {
  const label = [`agent-sandbox.job=${hash}`];
  const [job] = await docker.listContainers({ filters: { label } });
  await docker.getContainer(job?.Id ?? "").kill();
}

/** The daemon removes what has ended a moment later. */
async function noneLeft(): Promise<void> {
  for (let left = 100; left > 0 && (await jobs()) > 0; left -= 1) await sleep(50);
  expect(await jobs()).toBe(0);
}

beforeAll(() => {
  writeFileSync(join(path, "file"), "the host's");
  chownSync(path, UID, UID);
  chownSync(join(path, "file"), UID, UID);
});

afterAll(async () => {
  rmSync(path, { recursive: true });
  await noneLeft();
  const names = [shelfVolume({ hash }), gateVolume({ hash })];
  for (const name of names) await docker.getVolume(name).remove();
});

describe("a session", () => {
  it("is the workspace's owner, without a capability, a network or a way to gain either", async () => {
    await using session = await open();
    const { stdout } = await sh(
      session,
      "id -u; id -G; ls /sys/class/net; grep -E '^(Cap|NoNew)' /proc/self/status",
    );
    expect(stdout.split("\n")).toEqual([
      ...[`${UID}`, `${UID}`, "lo"],
      ...["Inh", "Prm", "Eff", "Bnd", "Amb"].map((set) => `Cap${set}:\t0000000000000000`),
      ...["NoNewPrivs:\t1", ""],
    ]);
  });

  it("opens also where it is ready before the daemon says that it has started", async () => {
    await using behind = await daemonBehind(async (asked, client) => {
      const id = /^POST \S*\/containers\/(\w+)\/start/.exec(asked)?.[1];
      if (id === undefined) return false;
      await docker.getContainer(id).start();
      await sleep(2_000);
      client.write("HTTP/1.1 204 No Content\r\n\r\n");
      return true;
    });
    const late = connectDocker({ DOCKER_HOST: `unix://${behind.socket}` });
    const limit = AbortSignal.timeout(20_000);
    await using session = await openGitSession(request, { ...ports, docker: late }, limit);
    expect((await sh(session, "echo here")).stdout).toBe("here\n");
  });

  it("writes the shelf and the gate's folders, and neither the host's workspace nor its image", async () => {
    await using session = await open();
    const { status, stderr } = await sh(
      session,
      "touch /repo-shelf/repo/x /repo-shelf/worktrees/x /repo-shelf/x /gate/x /tmp/x && rm /gate/x",
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect((await sh(session, "cat /workspace/demo/file")).stdout).toBe("the host's");
    for (const place of ["/workspace/demo/x", "/usr/local/x", "/home/node/x"]) {
      expect((await sh(session, `touch ${place}`)).status).not.toBe(0);
    }
    const owners = await sh(session, "stat -c %u /repo-shelf /repo-shelf/* /gate");
    expect(new Set(owners.stdout.trim().split("\n"))).toEqual(new Set([`${UID}`]));
  });

  it("gives each command its words, input, directory and variables, and its status back", async () => {
    await using session = await open();
    const answer = await session.run({
      argv: [
        "sh",
        "-c",
        'cat; pwd; printf "%s|" "$A" "$@"; echo err >&2; exit 7',
        "sh",
        "a b",
        "",
        "*",
      ],
      cwd: "/repo-shelf/repo",
      input: "ein\nöß\n",
      environment: { A: "é" },
    });
    expect(answer).toMatchObject({
      status: 7,
      stdout: "ein\nöß\n/repo-shelf/repo\né|a b||*|",
      stderr: "err\n",
    });
    const { bytes } = await sh(session, String.raw`printf '\351\0\377\r\n'`);
    expect(bytes.toString("latin1")).toBe("\xe9\0\xff\r\n");
    expect((await sh(session, "pwd; cat")).stdout).toBe("/repo-shelf\n");
    expect((await sh(session, "kill -9 $$")).status).toBe(137);
    expect(await session.run({ argv: ["no-such-program"] })).toMatchObject({ status: 127 });
    expect(await session.run({ argv: ["true"], cwd: "/absent" })).toMatchObject({ status: 127 });
  });

  it("uses git itself, without the wrapper and without anybody's configuration", async () => {
    await using session = await open();
    expect((await sh(session, "command -v git")).stdout).toBe("/usr/bin/git\n");
    expect((await session.run({ argv: ["git", "config", "--list"] })).stdout).toBe("");
  });

  it("answers commands that come at once, each with its own", async () => {
    await using session = await open();
    const words = Array.from({ length: 20 }, (_, at) => at.toString());
    const answers = await Promise.all(words.map((word) => sh(session, `echo ${word}`)));
    expect(answers.map(({ stdout }) => stdout.trim())).toEqual(words);
  });

  it("carries a hundred megabytes, and bytes that are no text", async () => {
    await using session = await open();
    const { stdout, stderr } = await sh(
      session,
      "head -c 100000000 /dev/zero | tr '\\0' x; printf 'a\\377\\nb' >&2",
    );
    expect(stdout).toHaveLength(100_000_000);
    expect(stderr).toBe("a\uFFFD\nb");
    expect((await sh(session, "echo next")).stdout).toBe("next\n");
  });

  it("refuses an output without end, and goes on", async () => {
    await using session = await open();
    const { status, stdout, stderr } = await session.run({ argv: ["yes"] });
    expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
    expect(stderr).toContain("says more than");
    expect((await sh(session, "echo next")).stdout).toBe("next\n");
  });
});

describe("a shelf whose folders an agent has replaced by links to nowhere", () => {
  it("is opened all the same: what works on it says what is wrong", async () => {
    const names = "/repo-shelf/repo /repo-shelf/worktrees";
    {
      await using session = await open();
      await sh(
        session,
        `rm -r ${names}; ln -s /nowhere /repo-shelf/repo; ln -s /x /repo-shelf/worktrees`,
      );
    }
    await using session = await open();
    expect((await sh(session, `rm ${names} && mkdir ${names}`)).status).toBe(0);
  });
});

describe("the end of a session", () => {
  it("leaves no container behind, and lets the next one in", async () => {
    const session = await open();
    expect(await jobs()).toBe(1);
    await session[Symbol.asyncDispose]();
    await noneLeft();
    await expect(sh(session, "true")).rejects.toMatchObject({ code: "GIT_FAILED" });
  });

  it("is told to whoever waits for an answer, and to who comes later", async () => {
    await using session = await open();
    const answers = Promise.allSettled([sh(session, "sleep 60"), sh(session, "true")]);
    await sleep(500);
    await killJob();
    const failure = { status: "rejected", reason: { code: "GIT_FAILED" } };
    expect(await answers).toMatchObject([failure, failure]);
  });

  it("is told with its last words, also when it could not begin", async () => {
    await using session = await open();
    await sh(session, "rm /gate/.lock && mkdir /gate/.lock");
    const next = open();
    await session[Symbol.asyncDispose]();
    await expect(next).rejects.toMatchObject({
      code: "GIT_FAILED",
      detail: expect.stringContaining("EISDIR") as unknown,
    });
    await docker.run(IMAGE, ["-c", "rmdir /gate/.lock"], new PassThrough(), {
      Entrypoint: ["/bin/sh"],
      User: `${UID}`,
      HostConfig: { AutoRemove: true, Binds: [`${gateVolume({ hash })}:/gate`] },
    });
  });

  it("comes with the signal, which is the reason that is given", async () => {
    const controller = new AbortController();
    await using session = await open(controller.signal);
    const waiting = sh(session, "sleep 60");
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 300);
    await expect(waiting).rejects.toBe(reason);
    await noneLeft();
    await expect(open(AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("comes with the process that opened it, also one that is killed while it reads nothing", async () => {
    const script = `
      import { daemonBehind } from "../../../test/support/daemon-behind.ts";
import { connectDocker } from "${import.meta.dirname}/../src/connect.ts";
      import { openGitSession } from "${import.meta.dirname}/../src/git-session.ts";
      const session = await openGitSession(
        ${JSON.stringify(request)},
        { docker: connectDocker(process.env), progress: () => undefined },
        new AbortController().signal,
      );
      void session.run({ argv: ["sh", "-c", "head -c 100000000 /dev/zero; sleep 600"] });
      setTimeout(() => { process.stdout.write("deaf"); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000); }, 1);
    `;
    const opener = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise((resolve) => opener.stdout.once("data", resolve));
    await sleep(500);
    expect(await jobs()).toBe(1);
    opener.kill("SIGKILL");
    await noneLeft();
  });
});

describe("a session that nobody starts any more", () => {
  const make = async (owner: string) =>
    await docker.createContainer(ownedOptions(toSessionOptions(request), owner));

  it("goes when the next one opens: its maker was killed", async () => {
    const gone = spawnSync("true").pid;
    await make(`${gone}@${hostname()}`);
    await using session = await open();
    expect(await jobs()).toBe(1);
    expect((await sh(session, "echo in")).stdout).toBe("in\n");
  });

  it("stays while its maker lives, or is a process that cannot be seen from here", async () => {
    const made = [await make(`${process.pid}@${hostname()}`), await make("1@elsewhere")];
    const session = await open();
    expect(await jobs()).toBe(3);
    await session[Symbol.asyncDispose]();
    for (const container of made) await container.remove();
  });
});

describe("the shelf", () => {
  it("is one session's at a time; who waits for longer than a second is told", async () => {
    const first = await open();
    said.length = 0;
    const second = open();
    await sleep(2500);
    expect(said).toEqual([expect.stringMatching(/^Waiting for another/)]);
    await first[Symbol.asyncDispose]();
    await using session = await second;
    expect((await sh(session, "echo in")).stdout).toBe("in\n");
  });

  it("is given up by a session that is killed, and by one that nobody waits for any more", async () => {
    await using first = await open();
    const controller = new AbortController();
    const second = open(controller.signal);
    setTimeout(() => controller.abort(new Error("no patience")), 1500);
    await expect(second).rejects.toThrow("no patience");
    while ((await jobs()) > 1) await sleep(50);
    await killJob();
    await using third = await open();
    expect((await sh(third, "echo in")).stdout).toBe("in\n");
    await expect(sh(first, "true")).rejects.toMatchObject({ code: "GIT_FAILED" });
  });
});

it("says what to do about an image from before there were sessions", async () => {
  const old = { ...request, image: "agent-sandbox-os:absent" };
  await expect(openGitSession(old, ports, never)).rejects.toMatchObject({ code: "IMAGE_MISSING" });
});
