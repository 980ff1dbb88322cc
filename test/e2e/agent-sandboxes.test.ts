// The sandbox of a named agent beside the one that people enter: two, and never taken for each other.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { containersWith, inspectContainer } from "../support/inspect-container.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { configure, docker, makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(() => {
  workspace = makeRepository();
  workspace.host(`mkdir -p .agent-sandbox .claude/agents
    printf -- '---\ntools: Read\n---\nYou read.\n' > .claude/agents/reader.md
    printf -- '---\n---\nYou work.\n' > .claude/agents/worker.md`);
  configure(workspace, { container: { image: TEST_IMAGE, ports: ["47811:80"] } });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

interface Listed {
  readonly name: string;
  readonly mode: string;
  readonly branch?: string;
  readonly agent?: string;
  readonly state: string;
}

/** Whose sandboxes there are, and what each does. */
async function sandboxes(): Promise<Readonly<Record<string, string>>> {
  const text = await cliOk(["list", workspace.path, "--quick", "--json"]);
  const { sandboxes } = JSON.parse(text) as { readonly sandboxes: readonly Listed[] };
  return Object.fromEntries(
    sandboxes
      .filter(({ state }) => state !== "none")
      .map(({ branch = "bind", agent, state }) => [
        agent === undefined ? branch : `${branch}/${agent}`,
        state,
      ]),
  );
}

/** It opens its sandbox, and ends since it is told nothing. */
async function runAgent(name: string, ...flags: readonly string[]): Promise<void> {
  const { status, stderr } = await cli(["agent", "run", name, workspace.path, ...flags, "--", "-"]);
  expect({ status, stderr }).toMatchObject({ status: 1 });
}

const running = (...labels: readonly string[]) =>
  containersWith(`agent-sandbox.workspace=${workspace.path}`, ...labels).toSorted();
const held = () => existsSync(join(workspace.path, ".husky"));

describe("the sandbox of an agent in bind mode", () => {
  it("is another one than the workspace's, and each is found again", async () => {
    await cliOk(["start", workspace.path]);
    await runAgent("reader");
    await runAgent("worker");
    const all = { bind: "running", "bind/reader": "running", "bind/worker": "running" };
    expect(await sandboxes()).toEqual(all);
    const before = running();
    await runAgent("reader");
    await cliOk(["run", workspace.path, "--", "sh", "-c", "touch written && rm written"]);
    expect(running()).toEqual(before);
  });

  it("has its name, its label and no published ports", () => {
    const [id = ""] = running("agent-sandbox.agent=reader");
    expect(inspectContainer(id)).toMatchObject({
      name: expect.stringMatching(/-[0-9a-f]{32}\.reader$/) as unknown,
      Labels: { "agent-sandbox.agent": "reader", "agent-sandbox.mode": "bind" },
      PortBindings: {},
    });
  });

  it("is a line of the list, with its agent", async () => {
    const lines = (await cliOk(["list", workspace.path, "--quick"])).split("\n");
    expect(lines[0]).toMatch(/BRANCH +AGENT +STATE/);
    expect(lines[1]).toMatch(/bind +- +- +running/);
    expect(lines[2]).toMatch(/bind +- +reader +running/);
  });

  it("goes on while people's is made anew, and keeps what protects the checkout", async () => {
    expect(held()).toBe(true);
    const agents = [
      ...running("agent-sandbox.agent=reader"),
      ...running("agent-sandbox.agent=worker"),
    ];
    await cliOk(["restart", workspace.path]);
    expect(running()).toEqual(expect.arrayContaining([...agents]));
    docker(["kill", ...running().filter((id) => !agents.includes(id))]);
    await cliOk(["list", workspace.path]);
    expect(held()).toBe(true);
  });

  it("is stopped with the workspace's, and then the placeholders go", async () => {
    const text = await cliOk(["stop", workspace.path, "--json"]);
    expect((JSON.parse(text) as { stopped: readonly string[] }).stopped).toHaveLength(2);
    const ended = { bind: "exited", "bind/reader": "exited", "bind/worker": "exited" };
    expect(await sandboxes()).toEqual(ended);
    expect(held()).toBe(false);
  });
});

describe("the sandbox of an agent on a branch", () => {
  it("is beside the branch's own, works in its worktree, and goes with both commands", async () => {
    await cliOk(["start", workspace.path, "--branch", "feat"]);
    await runAgent("reader", "--branch", "feat");
    expect(await sandboxes()).toMatchObject({ feat: "running", "feat/reader": "running" });
    await cliOk(["stop", workspace.path, "--branch", "feat"]);
    expect(await sandboxes()).toMatchObject({ feat: "exited", "feat/reader": "exited" });
    await runAgent("reader", "--branch", "feat");
    await cliOk(["drop", "feat", workspace.path]);
    expect(Object.keys(await sandboxes()).filter((name) => name.startsWith("feat"))).toEqual([]);
  });

  it("keeps the gate open while it runs", async () => {
    await runAgent("worker", "--branch", "fix");
    const gates = () => running("agent-sandbox.gate");
    await cliOk(["stop", workspace.path]);
    expect(gates()).toHaveLength(1);
    await cliOk(["stop", workspace.path, "--all"]);
    expect(gates()).toHaveLength(0);
  });
});

it("goes when it is cleaned up", async () => {
  await runAgent("reader");
  await cliOk(["stop", workspace.path, "--all"]);
  await cliOk(["clean", workspace.path]);
  expect(await sandboxes()).toEqual({});
});
