// The official client of the protocol, at the real executable.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { trust } from "../support/trust.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let state: string;
let open: Client[] = [];

beforeAll(() => {
  const config = { container: { image: TEST_IMAGE }, filesystem: { exclude: ["vault"] } };
  workspace = makeRepository();
  workspace.host("mkdir vault .agent-sandbox; echo deep > vault/deep");
  writeFileSync(join(workspace.path, ".agent-sandbox/config.json"), JSON.stringify(config));
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  chmodSync(state, 0o777);
  trust(workspace.path, { XDG_STATE_HOME: state });
});

afterEach(async () => {
  for (const client of open) await client.close();
  open = [];
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true });
});

/** Whoever it is run by has a state of their own. */
const env = (user = "root") => ({
  XDG_STATE_HOME: user === "root" ? state : join(state, user),
  HOME: state,
});

/** How root becomes the workspace's owner, as whom bubblewrap is to run. */
const AS_OWNER = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "--inh-caps=-all"];

async function connect(flags: readonly string[], as: readonly string[] = []): Promise<Client> {
  const [command = "", ...args] = [
    ...as,
    process.execPath,
    CLI,
    "mcp",
    workspace.path,
    ...flags,
  ] as const;
  const client = new Client({ name: "test", version: "1" });
  const own = { PATH: process.env["PATH"] ?? "", ...env(as.length === 0 ? "root" : "owner") };
  await client.connect(new StdioClientTransport({ command, args, env: own }));
  open.push(client);
  return client;
}

/** How long a call may take, in milliseconds: it may start a container on a machine that is busy. */
const PATIENCE = 180_000;

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const options = { timeout: PATIENCE };
  const result = await client.callTool({ name, arguments: given }, undefined, options);
  const content = result.content as readonly { readonly type: string; readonly text: string }[];
  return { text: content.map(({ text }) => text).join(""), isError: result.isError === true };
}

const execute = async (client: Client, command: string) =>
  (await call(client, "execute", { command })).text;

describe("mcp on the virtual engine", () => {
  it("has four tools, each with what it is for", async () => {
    const client = await connect([]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "execute",
      "list",
      "restore",
      "snapshot",
    ]);
    for (const { description } of tools) expect(description).toMatch(/\.$/);
    expect(tools.find(({ name }) => name === "execute")?.inputSchema).toMatchObject({
      type: "object",
      required: ["command"],
      properties: { command: { type: "string" } },
    });
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../packages/cli/package.json"), "utf8"),
    ) as { readonly version: string };
    expect(client.getServerVersion()).toMatchObject({ name: "agent-sandbox", version });
  });

  it("runs commands in one sandbox, under the policy", async () => {
    const client = await connect(["--import", workspace.path]);
    expect(await execute(client, "cat README.md; cd /tmp; x=1; echo made > f")).toBe("hello\n");
    expect(await execute(client, "pwd; echo $x; cat f")).toBe("/tmp\n1\nmade\n");
    expect(await execute(client, `ls ${workspace.path}/vault`)).toMatch(
      /^\[stderr\]\n.*vault.*\n\[exit status 2\]\n$/,
    );
    expect(await execute(client, "printf out; (exit 3)")).toBe("out\n[exit status 3]\n");
  });

  it("goes back to a snapshot, and lists them", async () => {
    const client = await connect([]);
    await execute(client, "cd /tmp; echo one > f");
    expect((await call(client, "snapshot", { name: "first" })).isError).toBe(false);
    await execute(client, "echo two > f; cd /; y=1");
    expect((await call(client, "restore", { name: "first" })).isError).toBe(false);
    expect(await execute(client, "pwd; cat f; echo ${y-unset}")).toBe("/tmp\none\nunset\n");
    expect(JSON.parse((await call(client, "list")).text)).toMatchObject({
      engine: "virtual",
      workingDirectory: "/tmp",
      executions: 3,
      snapshots: [{ name: "first", takenAt: expect.stringMatching(/^\d{4}-/) }],
    });
    expect(await call(client, "restore", { name: "other" })).toEqual({
      isError: true,
      text: 'Cannot restore "other": there is no such snapshot. There are "first"',
    });
  });

  it("runs calls one after the other, and ends the one that is cancelled", async () => {
    const client = await connect([]);
    const [first, second] = await Promise.all([
      execute(client, "for i in 1 2 3; do echo $i; done > /tmp/f; echo first"),
      execute(client, "cat /tmp/f; echo second"),
    ]);
    expect([first, second]).toEqual(["first\n", "1\n2\n3\nsecond\n"]);
    const cancel = new AbortController();
    const endless = client.callTool(
      { name: "execute", arguments: { command: "while :; do :; done" } },
      undefined,
      { signal: cancel.signal },
    );
    cancel.abort();
    await expect(endless).rejects.toThrow();
    expect(await execute(client, "echo free")).toBe("free\n");
  });

  it("refuses what is no call, and goes on", async () => {
    const client = await connect([]);
    expect((await call(client, "execute", { command: 7 })).isError).toBe(true);
    expect((await call(client, "snapshot", { name: "" })).isError).toBe(true);
    expect(await execute(client, "echo on")).toBe("on\n");
  });

  it("leaves out what is more than a model can read", async () => {
    const client = await connect([]);
    const text = await execute(
      client,
      "head -c 150000 /dev/zero | grep -a -o . | head -c 1; for i in {1..30000}; do echo 12345678; done",
    );
    expect(text.length).toBeLessThan(101_000);
    expect(text).toContain("more characters are left out");
  });

  it("ends what runs when the client leaves, and saves all the same", async () => {
    const file = join(state, "left.snapshot");
    const client = await connect(["--snapshot", file, "--timeout", "10m"]);
    await execute(client, "echo kept > /tmp/f");
    const endless = execute(client, "while :; do :; done");
    await Promise.allSettled([client.close(), endless]);
    const look = ["virtual", workspace.path, "--snapshot", file, "-c", "cat /tmp/f"];
    expect(await cliOk(look, { env: env() })).toBe("kept\n");
  });

  it("is one run on record, and saves its snapshot when the client leaves", async () => {
    const file = join(state, "mcp.snapshot");
    const client = await connect(["--snapshot", file]);
    await execute(client, "echo kept > /tmp/f; echo x > .git/config");
    await client.close();
    const look = ["virtual", workspace.path, "--snapshot", file, "-c", "cat /tmp/f"];
    expect(await cliOk(look, { env: env() })).toBe("kept\n");
    const log = await cliOk(["log", workspace.path, "--json"], { env: env() });
    expect(log).toMatch(/"operation": ?"create"|"operation": ?"write"/);
  });
});

describe.each([
  ["bwrap", AS_OWNER],
  ["docker", []],
] as const)("mcp on the %s engine", (engine, as) => {
  it("runs programs in the workspace, under the policy, and says that it has no snapshots", async () => {
    if (as.length > 0) await cliOk(["trust", workspace.path], { as, env: env("owner") });
    const client = await connect(["--engine", engine], as);
    expect(await execute(client, "cat README.md; echo by-$0 > made; exit 0")).toBe("hello\n");
    expect(workspace.host("cat made; rm made")).toBe("by-bash\n");
    expect(await execute(client, "cat vault/deep")).toMatch(/\[exit status 1\]\n$/);
    const refused = await call(client, "snapshot", { name: "x" });
    expect(refused).toEqual({
      isError: true,
      text: `Cannot take a snapshot: the ${engine} engine has none. Start "agent-sandbox mcp" with --engine virtual`,
    });
    expect((await call(client, "restore", { name: "x" })).isError).toBe(true);
    expect(JSON.parse((await call(client, "list")).text)).toMatchObject({
      engine,
      workspace: workspace.path,
    });
  });

  it("runs calls at the same time, each with a record of its own, and leaves nothing between them", async () => {
    if (as.length > 0) await cliOk(["trust", workspace.path], { as, env: env("owner") });
    const client = await connect(["--engine", engine], as);
    const before = workspace.host("ls -A");
    const meet = (own: string, other: string) =>
      `mkfifo -m 600 ${own} 2> /dev/null; until test -e ${other}; do sleep 0.1; done; echo ${own}`;
    const said = await Promise.all([
      execute(client, meet("one", "two")),
      execute(client, meet("two", "one")),
    ]);
    expect(said).toEqual(["one\n", "two\n"]);
    workspace.host("rm one two");
    if (engine === "bwrap") expect(workspace.host("ls -A")).toBe(before);
    const log = await cliOk(["log", workspace.path, "--json"], {
      ...{ as, env: env(as.length > 0 ? "owner" : "root") },
    });
    const started = log.split(`"engine":"${engine}"`).length;
    await execute(client, "true");
    const after = await cliOk(["log", workspace.path, "--json"], {
      ...{ as, env: env(as.length > 0 ? "owner" : "root") },
    });
    expect(after.split(`"engine":"${engine}"`).length).toBeGreaterThan(started);
  });

  it("follows what the files and the configuration are at each call", async () => {
    const file = join(workspace.path, ".agent-sandbox/config.json");
    const config = readFileSync(file, "utf8");
    const trusted = ["trust", workspace.path];
    const own = { as, env: env(as.length > 0 ? "owner" : "root") };
    await cliOk(trusted, own);
    const client = await connect(["--engine", engine], as);
    try {
      expect(await execute(client, "cat plain 2> /dev/null || echo none")).toBe("none\n");
      workspace.host("echo KEY=1 > .env; echo plain > plain");
      // What came after its start is not covered in a container that runs.
      const env = engine === "bwrap" ? "hidden\n" : "KEY=1\n";
      expect(await execute(client, "cat plain; cat .env 2> /dev/null || echo hidden")).toBe(
        `plain\n${env}`,
      );
      const opened = { ...JSON.parse(config), environment: { allow: ["GIVEN"] } } as object;
      writeFileSync(file, JSON.stringify(opened));
      const untrusted = await call(client, "execute", { command: "true" });
      expect(untrusted).toEqual({
        isError: true,
        text: expect.stringContaining("agent-sandbox trust"),
      });
      await cliOk(trusted, own);
      expect(await execute(client, "echo on")).toBe("on\n");
      writeFileSync(file, JSON.stringify({ ...opened, commands: { head: false } }));
      await cliOk(trusted, own);
      expect(await execute(client, "head plain")).toContain("[exit status 126]");
    } finally {
      writeFileSync(file, config);
      workspace.host("rm -f .env plain");
    }
  });

  it("ends a command whose time is over, and what runs when the client leaves", async () => {
    if (as.length > 0) await cliOk(["trust", workspace.path], { as, env: env("owner") });
    const left = await connect(["--engine", engine], as);
    await execute(left, "true");
    const client = await connect(["--engine", engine, "--timeout", "4s"], as);
    expect(await execute(client, "echo begun; sleep 600")).toBe("begun\n[exit status 124]\n");
    const running = execute(
      left,
      "trap 'echo ended > ended; exit' TERM; echo > up; sleep 600 & wait",
    );
    const there = (name: string) => workspace.host(`test -e ${name} && echo yes || echo no`);
    for (let tries = 200; tries > 0 && there("up") === "no\n"; tries -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await Promise.allSettled([left.close(), running]);
    for (let tries = 200; tries > 0 && there("ended") === "no\n"; tries -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(workspace.host("cat ended; rm up ended")).toBe("ended\n");
  });
});

it.each([
  [["--engine", "podman"], 'there is no engine "podman"'],
  [["--engine", "bwrap", "--import", "."], '"--import" is for the virtual engine'],
  [["--engine", "docker", "--view", "."], '"--view" is for the virtual engine'],
  [["a", "b"], '"b" is too much'],
])("refuses %j before it serves", async (words, sentence) => {
  const { status, stderr } = await cli(["mcp", ...words], { env: env() });
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});
