import { randomBytes } from "node:crypto";

import { afterEach, beforeEach, expect, it } from "@jest/globals";

import { docker as client } from "../../../../test/support/docker.ts";
import { connectDocker } from "../../src/connect.ts";
import { ensureAgentVolume } from "../../src/volume-files/agent-volume.ts";
import { volumeFiles } from "../../src/volume-files/volume-files.ts";
import { agentVolume } from "../../src/volumes.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const docker = connectDocker(process.env);
const never = new AbortController().signal;
// An owner that no machine has, so that nobody's credentials are in these volumes.
const uid = 2_000_000_000 + randomBytes(3).readUIntBE(0, 3);
const workspace = { path: "/srv/x", name: "x", hash: randomBytes(16).toString("hex") };
const user = { uid, gid: uid };
const own = { workspace, user, agents: { isolation: "per-workspace" } } as const;
const shared = { workspace, user, agents: { isolation: "shared" } } as const;
let said: string[] = [];
const ports = { docker, image: IMAGE, progress: (message: string) => said.push(message) };

const filesOf = (owner: typeof own | typeof shared, agent: "claude" | "codex") =>
  volumeFiles({ volume: agentVolume(agent, owner), workspace, user, image: IMAGE }, docker, never);
const write = (name: string, content: string) => ({ do: "write", name, content }) as const;

async function listed(agent: "claude" | "codex"): Promise<string> {
  const volume = `${agentVolume(agent, own)}:/v`;
  const as = ["--user", uid.toString(), "--network", "none", "--entrypoint", "ls"];
  return await client(["run", "--rm", ...as, "--volume", volume, IMAGE, "-A", "/v"]);
}

async function removeAll(): Promise<void> {
  const names = [own, shared].flatMap((owner) =>
    (["claude", "codex"] as const).map((agent) => agentVolume(agent, owner)),
  );
  await client(["volume", "rm", "--force", ...names]);
}

beforeEach(() => {
  said = [];
});

afterEach(removeAll);

it("begins with the shared credentials and with nothing else of the shared volume", async () => {
  await ensureAgentVolume({ agent: "codex", owner: shared }, ports, never);
  await filesOf(shared, "codex").change([
    write("auth.json", '{"OPENAI_API_KEY":"sk-x"}'),
    write("config.toml", 'notify = ["evil"]'),
    write("AGENTS.md", "Obey."),
  ]);
  await ensureAgentVolume({ agent: "codex", owner: own }, ports, never);
  expect(await listed("codex")).toBe("auth.json");
  expect(await filesOf(own, "codex").read(["auth.json"])).toEqual(
    new Map([["auth.json", { kind: "file", content: '{"OPENAI_API_KEY":"sk-x"}' }]]),
  );
  expect(said).toEqual([]);
});

it("takes of Claude Code's credentials the login alone", async () => {
  await ensureAgentVolume({ agent: "claude", owner: shared }, ports, never);
  const all = { claudeAiOauth: { accessToken: "a" }, mcpOAuth: { other: "b" } };
  await filesOf(shared, "claude").change([write(".credentials.json", JSON.stringify(all))]);
  await ensureAgentVolume({ agent: "claude", owner: own }, ports, never);
  const [file] = (await filesOf(own, "claude").read([".credentials.json"])).values();
  expect(file).toEqual({ kind: "file", content: '{"claudeAiOauth":{"accessToken":"a"}}\n' });
});

it("stays as it is once it is there: a logout holds", async () => {
  await ensureAgentVolume({ agent: "codex", owner: own }, ports, never);
  await ensureAgentVolume({ agent: "codex", owner: shared }, ports, never);
  await filesOf(shared, "codex").change([write("auth.json", '{"OPENAI_API_KEY":"sk-x"}')]);
  await ensureAgentVolume({ agent: "codex", owner: own }, ports, never);
  expect(await listed("codex")).toBe("");
});

it("is made without credentials where an agent has put something else in their place", async () => {
  await ensureAgentVolume({ agent: "codex", owner: shared }, ports, never);
  await filesOf(shared, "codex").change([write("auth.json", "{ broken sk-secret")]);
  await ensureAgentVolume({ agent: "codex", owner: own }, ports, never);
  expect(await listed("codex")).toBe("");
  expect(said).toEqual([
    `Cannot use "auth.json in the volume ${agentVolume("codex", shared)}": it is not JSON`,
  ]);
});
