// The policy that a sandbox is handed, which the agents' hook in it judges by.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { containersWith } from "../support/inspect-container.ts";
import { docker as runDocker } from "../support/docker.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { trust } from "../support/trust.ts";
import {
  configure,
  docker as listContainers,
  makeRepository,
  type Workspace,
} from "../support/workspace.ts";

const HOOK = "/usr/local/lib/agent-sandbox/hook/agent-hook claude";
const POLICY = "/etc/agent-sandbox/policy.json";

let workspace: Workspace;
let state: string;

beforeAll(() => {
  workspace = makeRepository();
  workspace.host("mkdir .agent-sandbox && echo API=4711 > .env");
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-state-"));
  setDenied("WebSearch");
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true, force: true });
});

const env = () => ({ XDG_STATE_HOME: state });
const setDenied = (...deny: readonly string[]) => {
  configure(workspace, { container: { image: TEST_IMAGE }, tools: { deny } });
  trust(workspace.path, env());
};
const inside = async (script: string) =>
  await cli(["run", workspace.path, "--", "sh", "-c", script], { env: env() });
const sandbox = () => containersWith(`agent-sandbox.workspace=${workspace.path}`);

const stopped = () =>
  listContainers([
    "ps",
    "--all",
    "--quiet",
    "--filter",
    `label=agent-sandbox.workspace=${workspace.path}`,
  ]);

/** What the hook says of a tool call, with its status. */
async function judge(tool: string, input: Readonly<Record<string, string>>) {
  const call = JSON.stringify({ tool_name: tool, tool_input: input });
  const { status, stderr } = await inside(`printf %s '${call}' | ${HOOK}`);
  return { status, stderr };
}

describe("the policy in a sandbox", () => {
  it("is the workspace's, with the sandbox's own paths", async () => {
    expect(await judge("Read", { file_path: "README.md" })).toEqual({ status: 0, stderr: "" });
    expect(await judge("Read", { file_path: ".env" })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("sensitive-file-pattern"),
    });
    expect((await judge("Read", { file_path: "/etc/shadow" })).status).toBe(2);
    expect((await judge("WebSearch", { query: "x" })).status).toBe(2);
    expect((await judge("WebFetch", { url: "https://evil.example/" })).status).toBe(2);
    expect((await judge("WebFetch", { url: "https://api.anthropic.com/" })).status).toBe(0);
  });

  it("is in the log on the host: what it refused, and to whom", async () => {
    await judge("WebSearch", { query: "x" });
    const args = ["--blocked-only", "--operation", "tool", "--agent", "claude", "--json"];
    const logged = await cliOk(["log", workspace.path, ...args], { env: env() });
    expect(JSON.parse(logged.split("\n")[0] ?? "")).toMatchObject({
      ...{ target: "WebSearch", policy: "denied-tool", agent: "claude", trust: "reported" },
    });
  });

  it.each([
    ["written", `echo {} > ${POLICY}`],
    ["removed", `rm -f ${POLICY}`],
    ["replaced", `echo {} > /tmp/p && mv -f /tmp/p ${POLICY}`],
    ["uncovered", `umount ${POLICY}`],
    ["covered", `mount --bind /tmp ${POLICY}`],
    ["taken away with its folder", "mv /etc/agent-sandbox /tmp/"],
    ["unregistered", "rm -f /etc/claude-code/managed-settings.json"],
  ])("cannot be %s by the agent", async (_, attack) => {
    expect((await inside(attack)).status).not.toBe(0);
    expect((await judge("WebSearch", { query: "x" })).status).toBe(2);
  });

  it("is another one with the next command, once the configuration is", async () => {
    const before = sandbox();
    setDenied("TodoWrite");
    expect((await judge("WebSearch", { query: "x" })).status).toBe(0);
    expect((await judge("TodoWrite", {})).status).toBe(2);
    expect(sandbox()).not.toEqual(before);
  });

  it("keeps its sandbox where only lines of the configuration move", async () => {
    const before = sandbox();
    const config = { container: { image: TEST_IMAGE }, tools: { deny: ["TodoWrite"] } };
    const text = `// A comment.\n\n${JSON.stringify(config, undefined, 2)}\n`;
    rmSync(join(workspace.path, ".agent-sandbox/config.json"));
    writeFileSync(join(workspace.path, ".agent-sandbox/config.jsonc"), text);
    trust(workspace.path, env());
    expect((await judge("TodoWrite", {})).status).toBe(2);
    expect(sandbox()).toEqual(before);
  });

  it("is there again where the file on the host was taken away meanwhile", async () => {
    const [id = ""] = sandbox();
    await runDocker(["stop", "--time", "5", id]);
    rmSync(join(state, "agent-sandbox/policies"), { recursive: true });
    expect((await judge("TodoWrite", {})).status).toBe(2);
    expect(sandbox()).toEqual([id]);
  });

  it("is there again where another person had made the sandbox, and has taken their file away", async () => {
    const theirs = mkdtempSync(join(tmpdir(), "agent-sandbox-state-"));
    trust(workspace.path, { XDG_STATE_HOME: theirs });
    await cliOk(["stop", workspace.path], { env: env() });
    await runDocker(["rm", ...stopped()]);
    await cliOk(["start", workspace.path], { env: { XDG_STATE_HOME: theirs } });
    const before = sandbox();
    expect((await judge("TodoWrite", {})).status).toBe(2);
    expect(sandbox()).toEqual(before);
    await cliOk(["stop", workspace.path], { env: env() });
    rmSync(theirs, { recursive: true });
    const { status, stderr } = await inside("true");
    expect({ status, stderr }).toMatchObject({
      ...{ status: 0, stderr: expect.stringContaining("making the container anew") as unknown },
    });
    expect((await judge("TodoWrite", {})).status).toBe(2);
    expect(sandbox()).not.toEqual(before);
  });
});
