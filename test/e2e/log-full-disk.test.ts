// A disk without room, and a folder that cannot be written, lose no record: what would be lost with
// a container keeps that container.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { docker as runDocker } from "../support/docker.ts";
import { ENTER, TEST_IMAGE } from "../support/sandbox-image.ts";
import { docker, makeRepository, type Workspace } from "../support/workspace.ts";
import { userConfig } from "../support/user-config.ts";

let workspace: Workspace;
/** A disk of the test's own. */
let disk: string;

beforeAll(() => {
  disk = mkdtempSync(join(tmpdir(), "agent-sandbox-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]);
  workspace = makeRepository();
  mkdirSync(join(workspace.path, ".agent-sandbox"));
  setConfig({ image: TEST_IMAGE });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true });
});

const setConfig = (container: unknown) => userConfig(`${workspace.path}.config`, { container });
const env = () => ({ XDG_STATE_HOME: disk, XDG_CONFIG_HOME: `${workspace.path}.config` });
const run = (...args: string[]) => cli(args, { env: env() });
/** Also one that has ended. */
const sandbox = () =>
  docker([
    "ps",
    "--all",
    "--quiet",
    "--filter",
    `label=agent-sandbox.workspace=${workspace.path}`,
  ])[0] ?? "";
const refuse = (name: string) =>
  runDocker([
    ...["exec", "--user", "1000:1000", sandbox(), ENTER],
    ...["sh", "-c", `getent ahostsv4 ${name}; true`],
  ]);

const filler = () => join(disk, "filler");

/** Leaves a place for locks, and none for a record. */
function fill(): void {
  try {
    for (;;) writeFileSync(filler(), Buffer.alloc(1024), { flag: "a" });
  } catch {
    // It is full.
  }
}

async function recorded(name: string): Promise<number> {
  const { stdout } = await run("log", workspace.path, "--json", "--blocked-only");
  return stdout.split("\n").filter((line) => line.includes(`"target":"${name}"`)).length;
}

it("keeps a container whose events it cannot record, and records them once there is room", async () => {
  await cliOk(["start", workspace.path], { env: env() });
  await refuse("full.evil.example");
  fill();
  const log = await run("log", workspace.path);
  expect(log).toMatchObject({ status: 0, stdout: "Nothing is on record\n" });
  expect(log.stderr).toMatch(/^Warning: Cannot .*: the disk is full/m);

  const id = sandbox();
  setConfig({ image: TEST_IMAGE, pids: 99 });
  const anew = await run("start", workspace.path);
  expect(anew.status).toBe(125);
  expect(anew.stderr).toContain("the disk is full");
  expect(sandbox()).toBe(id);

  rmSync(filler());
  await cliOk(["start", workspace.path], { env: env() });
  expect(sandbox()).not.toBe(id);
  expect(await recorded("full.evil.example")).toBe(1);
  expect(await cliOk(["log", workspace.path, "--verify"], { env: env() })).toMatch(/as they were/);
});

it("starts no run, and ends none as if it were on record, where there is no room", async () => {
  fill();
  const none = await run("run", workspace.path, "--", "true");
  expect(none.status).toBe(125);
  expect(none.stderr).toContain("the disk is full");
  rmSync(filler());

  const script = `sleep 5; getent ahostsv4 late.evil.example; sleep 1`;
  const going = run("run", workspace.path, "--", "sh", "-c", script);
  const started = async () =>
    (await run("log", workspace.path, "--json")).stdout.includes("run.started");
  while (!(await started()));
  fill();
  const { status, stderr } = await going;
  rmSync(filler());
  expect(status).toBe(125);
  expect(stderr).toContain("the disk is full");
  expect(await recorded("late.evil.example")).toBe(1);
});

it("keeps a container where the folder cannot be written", async () => {
  await refuse("readonly.evil.example");
  execFileSync("mount", ["-o", "remount,ro", disk]);
  const log = await run("log", workspace.path);
  expect(log.status).toBe(0);
  expect(log.stderr).toMatch(/^Warning: Cannot .*read-only/m);
  execFileSync("mount", ["-o", "remount,rw", disk]);
  expect(await recorded("readonly.evil.example")).toBe(1);
});
