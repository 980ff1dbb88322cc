// The hook in the image, called as the agents call it, with a policy that is handed in.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { policyFile } from "@agent-sandbox/agent-hook";
import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, removeLabelled, testLabel } from "../support/docker.ts";
import { openSandbox, type TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("agent-hook");
const HOOK = "/usr/local/lib/agent-sandbox/hook/agent-hook";
const READ_ENV = { tool_name: "Read", tool_input: { file_path: ".env" }, cwd: "/workspace" };
const LIST = { tool_name: "Bash", tool_input: { command: "ls" }, cwd: "/workspace" };

let directory: string;
let sandbox: TestSandbox;
let without: TestSandbox;
let broken: TestSandbox;

beforeAll(async () => {
  await removeLabelled(label);
  directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  sandbox = await openSandbox({ label, args: handIn("policy.json", ordinary()) });
  broken = await openSandbox({ label, args: handIn("torn.json", ordinary().slice(0, 900)) });
  without = await openSandbox({ label });
});

afterAll(async () => {
  await removeLabelled(label);
  rmSync(directory, { recursive: true, force: true });
});

/** The policy of a workspace without a configuration. */
function ordinary(): string {
  const policy = resolvePolicy([parsePolicy({}, { layer: "project" })], {
    ...{ engine: "docker", workspace: "/workspace", home: "/home/node", temp: "/tmp" },
  });
  return policyFile(policy);
}

function handIn(name: string, text: string): readonly string[] {
  const file = join(directory, name);
  writeFileSync(file, text, { mode: 0o644 });
  return ["-v", `${file}:/etc/agent-sandbox/policy.json:ro`];
}

/** Calls the hook as `node`, after `before` in the same shell. */
async function ask(call: unknown, before = ":", where = sandbox) {
  const text = typeof call === "string" ? call : JSON.stringify(call);
  return await where.run("sh", "-c", `${before}; printf %s "$1" | ${HOOK}`, "sh", text);
}

describe("the hook", () => {
  it("stops what the policy denies, and says why", async () => {
    expect(await ask(READ_ENV)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^agent-sandbox: the policy .*\n {2}read \/workspace\/\.env: .*sensitive-file-pattern/,
      ),
    });
  });

  it("says nothing to what is not denied, and so allows nothing", async () => {
    expect(await ask(LIST)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it.each([
    ["a call that is none", "{"],
    ["an empty call", ""],
    ["a call that never ends", `"${"x".repeat(100_000)}`],
  ])("stops %s", async (_, call) => {
    expect((await ask(call)).status).toBe(2);
  });

  it.each([
    ["too little memory", "ulimit -v 200000"],
    ["no file may be opened", "ulimit -n 4"],
    ["a closed standard error", "exec 2>&-"],
    ["another directory that is gone", "mkdir /tmp/gone; cd /tmp/gone; rmdir /tmp/gone"],
  ])("stops the call where it cannot work: %s", async (_, before) => {
    expect((await ask(READ_ENV, before)).status).toBe(2);
  });

  it.each([
    ["NODE_OPTIONS", "export NODE_OPTIONS='--require /tmp/evil.cjs'"],
    [
      "PATH",
      "mkdir -p /tmp/bin; for name in env node sh timeout; do cp /tmp/evil /tmp/bin/$name; done; export PATH=/tmp/bin:$PATH",
    ],
    ["ENV", "export ENV=/tmp/evil BASH_ENV=/tmp/evil"],
    ["NODE_COMPILE_CACHE", "export NODE_COMPILE_CACHE=/tmp/bin"],
  ])("is not turned by %s", async (_, before) => {
    const evil =
      "printf '#!/bin/sh\\nexit 0\\n' > /tmp/evil; chmod +x /tmp/evil; echo 'process.exit(0)' > /tmp/evil.cjs";
    expect((await ask(READ_ENV, `${evil}; ${before}`)).status).toBe(2);
  });

  it("stops every call without a policy, and with one that is torn", async () => {
    for (const where of [without, broken]) {
      expect(await ask(LIST, ":", where)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("unreadable-policy"),
      });
    }
  });

  it("tells PID 1 what it stopped, in whole lines", async () => {
    const made = "rm -f /run/agent-sandbox/reports; mkfifo -m 0622 /run/agent-sandbox/reports";
    await sandbox.inspect("sh", "-c", made);
    const reading = sandbox.inspect("head", "-n", "1", "/run/agent-sandbox/reports");
    await sandbox.inspect("sleep", "0.3");
    expect((await ask(READ_ENV)).status).toBe(2);
    expect(JSON.parse(await reading)).toMatchObject({
      ...{ operation: "read", target: "/workspace/.env", result: "blocked" },
      policy: "sensitive-file-pattern",
    });
  });
});

describe("the agent", () => {
  const FILES = [
    ...["/etc/claude-code/managed-settings.json", "/etc/codex/requirements.toml"],
    ...["/etc/agent-sandbox/policy.json", HOOK, "/usr/local/lib/agent-sandbox/hook/program.cjs"],
    "/usr/local/lib/agent-sandbox/hook/program.cjs.cache",
  ];

  it.each(FILES)("cannot change or replace %s", async (file) => {
    const script = `test -r "$1" && ! echo x 2>/dev/null >> "$1" && ! rm -f "$1" 2>/dev/null && ! mv "$1" "$1.x" 2>/dev/null && ! mv "$(dirname "$1")" /tmp/x 2>/dev/null && test -r "$1"`;
    expect((await sandbox.run("sh", "-c", script, "sh", file)).status).toBe(0);
  });

  it("is asked by the hook only where a policy was handed in", async () => {
    const { stdout } = await without.run("ls", "-A", "/etc/claude-code", "/etc/codex");
    expect(stdout.trim()).toBe("/etc/claude-code:\n\n/etc/codex:");
  });
});

it("lets nobody fetch from what an earlier start of the container had opened", async () => {
  const fetch = { tool_name: "WebFetch", tool_input: { url: "https://late.example/" } };
  const again = await openSandbox({ label, args: handIn("again.json", ordinary()) });
  expect((await ask(fetch, ":", again)).status).toBe(2);
  await again.inspect("/usr/local/lib/agent-sandbox/allow-host", "late.example", "0");
  expect((await ask(fetch, ":", again)).status).toBe(0);
  await docker(["restart", "--time", "3", again.id]);
  expect(await again.inspect("cat", "/run/agent-sandbox/opened/list")).toContain("late.example");
  expect((await ask(fetch, ":", again)).status).toBe(2);
});
