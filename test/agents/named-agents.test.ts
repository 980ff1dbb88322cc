// The real Claude Code and the real Codex of the image, as agents with permissions of their own.
import { basename } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { until } from "../support/sandbox-image.ts";
import { openTerminal } from "../support/terminal.ts";
import { trust } from "../support/trust.ts";
import type { Workspace } from "../support/workspace.ts";
import { KEYS, type Models, openModels, promptFor } from "./models.ts";
import { makeModelsWorkspace } from "./models-workspace.ts";
import { makeScratch, type Scratch } from "./scratch.ts";
import type { Step } from "./model-server/step.ts";

/** Volumes of the agents' configuration of these tests' own. */
const OWNER = 23_431;

let models: Models;
let workspace: Workspace;
let scratch: Scratch;

const AGENTS = {
  architect: `name: architect
description: Use it. Examples: user: hello
disallowed-tools: [Write, Edit]`,
  reader: "tools: Read, Grep",
  writer: "tools: Write, Bash(git log:*), Bash(echo:*)",
};

const made = new AsyncDisposableStack();

beforeAll(async () => {
  models = made.use(await openModels("agent-sandbox.test=named-agents"));
  workspace = made.use(await makeModelsWorkspace(models, { owner: OWNER }));
  scratch = made.use(makeScratch());
  trust(workspace.path, { XDG_STATE_HOME: scratch.path });
  workspace.host("mkdir -p .claude/agents; echo fine > fine");
  for (const [name, keys] of Object.entries(AGENTS)) {
    const text = `---\n${keys}\n---\nYou are ${name} 4711.`;
    workspace.host(`cat > .claude/agents/${name}.md <<'E'\n${text}\nE`);
  }
});

afterAll(async () => {
  await made.disposeAsync();
});

const inside = (path: string) => `/workspace/${basename(workspace.path)}/${path}`;
const env = () => ({
  ...{ XDG_STATE_HOME: scratch.path, ANTHROPIC_API_KEY: KEYS.claude, CODEX_API_KEY: KEYS.codex },
});

/** Lets an agent take these steps; resolves with what the model was told, and told of each. */
async function work(name: string, program: "claude" | "codex", ...steps: readonly Step[]) {
  const earlier = (await models.requests()).length;
  const prompt = promptFor(...steps, { say: "Done." });
  const words = ["agent", "run", name, workspace.path, "--agent", program, "--timeout", "2m"];
  const { status, stdout, stderr } = await cli([...words, "--", prompt], { env: env() });
  const asked = (await models.requests()).slice(earlier);
  const { results: said = [], told = [] } =
    asked.filter(({ path }) => path.startsWith("/v1/")).at(-1) ?? {};
  return { status, stdout, stderr, said, told: told.join("\n") };
}

interface Logged {
  readonly operation: string;
  readonly target: string;
  readonly policy: string;
}

async function blocked(name: string): Promise<readonly Logged[]> {
  const words = ["log", workspace.path, "--blocked-only", "--agent", name, "--json"];
  const lines = (await cliOk(words, { env: env() })).trim().split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Logged);
}

const DENIED = "the policy does not allow this";

describe.each(["claude", "codex"] as const)("%s with no tool to write by", (program) => {
  it("is what its file says, and neither its tools nor a program of its own write", async () => {
    const { status, said, told, stderr } = await work(
      ...(["architect", program] as const),
      { write: { path: inside("made"), content: "x\n" } },
      { shell: "echo x > made" },
      { shell: "node -e 'require(`fs`).writeFileSync(`made`, `x`)'" },
      { shell: "git add fine && git commit --message x" },
      { shell: "node -e 'require(`fs`).writeFileSync(`/repo-shelf/made`, `x`)'" },
      { shell: "cat fine" },
    );
    expect(stderr).toContain("architect.md, the workspace's own");
    expect(told).toContain("You are architect 4711.");
    expect(said).toHaveLength(6);
    expect(said[0]).toContain(DENIED);
    expect(said[0]).toContain("denied-tool");
    expect(said[1]).toContain(DENIED);
    expect(said[1]).toContain("path-rule");
    expect(said[2]).toMatch(/EROFS|[Rr]ead-only file system/);
    expect(said[3]).toMatch(/[Rr]ead-only file system/);
    expect(said[4]).toMatch(/EROFS|[Rr]ead-only file system/);
    expect(said[5]).toContain("fine");
    expect(status).toBe(0);
    expect(workspace.host("git status --porcelain; git log --oneline | wc -l")).toMatch(
      /^(?:\?\? [^\n]*\n)*1\n$/,
    );
    expect(workspace.host("ls")).not.toContain("made");
  });

  it("is in the log by its own name within two seconds, whatever program it is", async () => {
    const tool = program === "claude" ? "Write" : "apply_patch";
    expect(await blocked("architect")).toContainEqual(
      expect.objectContaining({ operation: "tool", target: tool, policy: "denied-tool" }),
    );
  });
});

it("only reads with the tools that it names", async () => {
  const { said } = await work("reader", "claude", { read: inside("fine") }, { shell: "cat fine" });
  expect(said[0]).toContain("fine");
  expect(said[1]).toContain("tool-not-allowed");
});

it("writes where it may, and cannot give itself more", async () => {
  const { said } = await work(
    ...(["writer", "claude"] as const),
    { write: { path: inside("written"), content: "x\n" } },
    { shell: "echo a > echoed" },
    { shell: "cat fine" },
    { write: { path: inside(".claude/agents/writer.md"), content: "---\n---\n" } },
    { shell: "echo a > .claude/agents/writer.md" },
  );
  expect(workspace.host("cat written echoed")).toBe("x\na\n");
  expect(said[2]).toContain("tool-not-allowed");
  expect(said[3]).toContain("protected-path");
  expect(said[4]).toMatch(/protected-path|[Rr]ead-only/);
  expect(workspace.host("head -2 .claude/agents/writer.md")).toContain("tools: Write");
});

it("tells of a refusal while the agent still works", async () => {
  const since = new Date().toISOString();
  const steps = [
    { shell: "echo x > made" },
    { shell: "node -e 'setTimeout(Date, 60000)'" },
    { say: "Done." },
  ] as const;
  const words = ["agent", "run", "architect", workspace.path, "--", promptFor(...steps)];
  let end: (signal: NodeJS.Signals) => void = () => undefined;
  const running = cli(words, { env: env(), onStart: (kill) => (end = kill) });
  await until(async () => {
    const args = ["--blocked-only", "--agent", "architect", "--since", since, "--json"];
    return (await cliOk(["log", workspace.path, ...args], { env: env() })).includes("path-rule");
  });
  end("SIGTERM");
  expect((await running).status).toBe(143);
});

it("is talked to on a terminal where there is no prompt", async () => {
  const words = `${process.execPath} ${CLI} agent run architect ${workspace.path}`;
  using terminal = openTerminal(words, { ...env(), NO_COLOR: "1" });
  const [seen] = await terminal.see(/Claude Code|theme|API key/);
  expect(seen).not.toBe("");
});
