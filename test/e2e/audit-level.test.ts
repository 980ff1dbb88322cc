// `audit.level: all`: what was allowed is on record too; and what a closed loopback refuses.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { makeOwnUser, type OwnUser } from "../support/own-user.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

let internet: Internet;
let workspace: Workspace;
let user: OwnUser;

beforeAll(async () => {
  internet = await openInternet("agent-sandbox.test=e2e-audit-level");
  await internet.setName("allowed.example", internet.web[0]);
  await internet.setName("quiet.example", internet.web[1]);
  workspace = makeRepository();
  user = makeOwnUser();
});

afterAll(async () => {
  await cli(["stop", workspace.path, "--all"], { env: user.env });
  await workspace[Symbol.asyncDispose]();
  user[Symbol.dispose]();
  await internet.close();
});

const configure = (level: "all" | "blocked", localhost = true) => {
  const network = { dns: [internet.dns], domains: ["allowed.example", "quiet.example"], localhost };
  const container = { image: TEST_IMAGE, network: internet.network };
  user.configure({ audit: { level }, network, container });
};

const run = (script: string) =>
  cliOk(["run", workspace.path, "--", "sh", "-c", `${script}; true`], { env: user.env });

async function log(...flags: readonly string[]) {
  const said = await cliOk(["log", workspace.path, "--json", ...flags], { env: user.env });
  return said
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const named = (records: readonly Record<string, unknown>[], target: string) =>
  records.filter((record) => record["target"] === target);

describe("with all on record", () => {
  it("a name that was looked up is told by the resolver, once, and not among what was blocked", async () => {
    configure("all");
    await run(
      "getent hosts allowed.example; getent hosts allowed.example; getent ahostsv4 evil.example",
    );
    expect(named(await log(), "allowed.example")).toMatchObject([
      {
        ...{ event: "decision", operation: "connect", result: "allowed", policy: "allowed-host" },
        ...{ trust: "trusted", engine: "docker", workspace: workspace.path },
      },
    ]);
    const blocked = await log("--blocked-only");
    expect(named(blocked, "allowed.example")).toEqual([]);
    expect(named(blocked, "evil.example")).toHaveLength(1);
    expect(await cliOk(["log", workspace.path], { env: user.env })).toMatch(
      /allowed +connect +allowed\.example/,
    );
  });

  it("a tool call that an agent was let make is there, as reported", async () => {
    writeFileSync(join(workspace.path, "plain.txt"), "x");
    const call = { tool_name: "Read", tool_input: { file_path: "plain.txt" } };
    const hook = "/usr/local/lib/agent-sandbox/hook/agent-hook claude";
    await run(`printf '%s' '${JSON.stringify(call)}' | ${hook}`);
    const [read] = (await log("--operation", "read")).slice(-1);
    expect(read).toMatchObject({
      ...{ result: "allowed", trust: "reported", agent: "claude" },
      target: expect.stringContaining("/plain.txt") as unknown,
    });
    expect(await log("--operation", "read", "--blocked-only")).toEqual([]);
  });

  it("what is allowed takes no place away from what is refused", async () => {
    const many =
      'for n in $(seq 300); do echo \'{"result":"allowed"}\'; done > /run/agent-sandbox/reports';
    const one = `echo '{"operation":"read","target":"late","result":"blocked","policy":"x"}' > /run/agent-sandbox/reports`;
    await run(`${many}; sleep 1; ${one}`);
    expect(named(await log("--blocked-only"), "late")).toHaveLength(1);
  });
});

it("without it, nobody is told which names are looked up", async () => {
  configure("blocked");
  await run("getent hosts quiet.example; getent ahostsv4 loud.example");
  const records = await log();
  expect(named(records, "loud.example")).toHaveLength(1);
  expect(named(records, "quiet.example")).toEqual([]);
});

it("a refusal of the sandbox's own loopback is on record by its own rule", async () => {
  configure("blocked", false);
  expect(await run("curl -sS --max-time 5 http://127.0.0.1:8080/ 2>&1")).toContain("connect");
  expect(await run("curl -sS --max-time 5 http://allowed.example/")).toContain("hello from");
  await run("sleep 2.5");
  expect(named(await log("--blocked-only"), "127.0.0.1")).toMatchObject([
    { operation: "connect", result: "blocked", policy: "localhost", trust: "trusted" },
  ]);
});
