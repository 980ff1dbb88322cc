// `audit.path`: the records are where the user wants them, and every command finds them there.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { makeOwnUser, type OwnUser } from "../support/own-user.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let user: OwnUser;
let records: string;

beforeAll(() => {
  workspace = makeRepository();
  user = makeOwnUser();
  records = join(user.directory, "records");
});

beforeEach(() => {
  user.configure({ audit: { path: records } });
});

afterAll(async () => {
  await cli(["stop", workspace.path, "--all"], { env: user.env });
  await workspace[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

const ok = (...args: readonly string[]) => cliOk(args, { env: user.env });
const run = (...flags: readonly string[]) =>
  cli(["run", workspace.path, ...flags, "--", "true"], { env: user.env });
const files = (folder = records) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(jsonl|gz)$/.test(name),
  );

describe("the folder of the records", () => {
  it("has them all, for the user alone, and no other folder has any", async () => {
    await ok("run", workspace.path, "--", "sh", "-c", "getent hosts evil.example; sleep 1.2");
    expect(files().length).toBeGreaterThan(1);
    for (const name of files()) expect(statSync(join(records, name)).mode & 0o777).toBe(0o600);
    expect(statSync(records).mode & 0o777).toBe(0o700);
    expect(existsSync(join(user.directory, "agent-sandbox/audit"))).toBe(false);
  });

  it("is what log reads and proves", async () => {
    const log = await ok("log", workspace.path, "--json");
    expect(log).toContain('"run.started"');
    expect(log).toContain("evil.example");
    expect(await ok("log", workspace.path, "--verify")).toMatch(/all are as they were written/);
  });

  it("is where list, stop and an acceptance put what they learn", async () => {
    const before = files().length;
    await ok("list", workspace.path);
    mkdirSync(join(workspace.path, ".agent-sandbox"), { recursive: true });
    const config = join(workspace.path, ".agent-sandbox/config.json");
    writeFileSync(config, '{"environment":{"allow":["MY_KEY"]}}');
    await ok("trust", workspace.path);
    writeFileSync(config, "{}");
    expect(files().length).toBeGreaterThan(before);
    expect(await ok("log", workspace.path, "--json", "--operation", "trust")).toContain("MY_KEY");
  });

  it("is tidied: what is too old goes", async () => {
    const old = join(records, "2020-01-01");
    mkdirSync(old);
    const file = join(old, "11111111-1111-1111-1111-111111111111.jsonl");
    writeFileSync(file, "");
    utimesSync(file, new Date("2020-01-01"), new Date("2020-01-01"));
    await ok("clean", workspace.path);
    expect(existsSync(old)).toBe(false);
    expect(files().length).toBeGreaterThan(0);
  });
});

describe("a folder that a sandbox has", () => {
  it.each([[[]], [["--branch", "feat", "--no-fetch"]]])(
    "opens none, with a link to it neither: %j",
    async (flags) => {
      symlinkSync(workspace.path, join(user.directory, `link${flags.length.toString()}`));
      for (const path of [
        workspace.path,
        join(user.directory, `link${flags.length.toString()}`, "logs"),
      ]) {
        user.configure({ audit: { path } });
        const { status, stderr } = await run(...flags);
        expect(status).toBe(125);
        expect(stderr).toContain('Cannot keep "audit.path" of');
        expect(stderr).toContain("is in the sandbox, as a part of");
        expect(existsSync(join(workspace.path, "logs"))).toBe(false);
      }
    },
  );

  it("cannot be granted by another rule", async () => {
    user.configure({ audit: { path: records }, filesystem: { ro: [join(records, "2026-01-01")] } });
    mkdirSync(join(records, "2026-01-01"), { recursive: true });
    const { status, stderr } = await run();
    expect(status).toBe(125);
    expect(stderr).toContain("is agent-sandbox's own and is in no sandbox");
  });

  it("is never a repository's to name", async () => {
    mkdirSync(join(workspace.path, ".agent-sandbox"), { recursive: true });
    const config = join(workspace.path, ".agent-sandbox/config.json");
    writeFileSync(config, JSON.stringify({ audit: { path: "/srv/theirs" } }));
    const { status, stderr } = await run();
    writeFileSync(config, "{}");
    expect(status).toBe(125);
    expect(stderr).toContain("which your own configuration alone names");
    expect(existsSync("/srv/theirs")).toBe(false);
  });
});
