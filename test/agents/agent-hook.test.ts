// The real Claude Code and the real Codex of the image, told by the hook what they may not do.
import { basename } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import type { Workspace } from "../support/workspace.ts";
import { trust } from "../support/trust.ts";
import { KEYS, type Models, openModels, promptFor } from "./models.ts";
import { makeScratch, type Scratch } from "./scratch.ts";
import type { Step } from "./model-server/step.ts";
import { makeModelsWorkspace } from "./models-workspace.ts";

/** Their settings are changed here, so that no other tests may have the volumes. */
const OWNER = 23_417;

let models: Models;
let workspace: Workspace;
let scratch: Scratch;

const made = new AsyncDisposableStack();

beforeAll(async () => {
  models = made.use(await openModels("agent-sandbox.test=hooked-agents"));
  const sections = { tools: { deny: ["Bash(rm:*)"] } };
  workspace = made.use(await makeModelsWorkspace(models, { owner: OWNER, sections }));
  scratch = made.use(makeScratch());
  trust(workspace.path, { XDG_STATE_HOME: scratch.path });
  workspace.host("echo API=4711 > .env; echo fine > fine");
});

afterAll(async () => {
  await made.disposeAsync();
});

const inside = (path: string) => `/workspace/${basename(workspace.path)}/${path}`;

/** Lets an agent take these steps; resolves with what the model was told of each. */
async function work(agent: "claude" | "codex", ...steps: readonly Step[]) {
  const earlier = (await models.requests()).length;
  const prompt = promptFor(...steps, { say: "Done." });
  const env = {
    ...{ XDG_STATE_HOME: scratch.path },
    ...{ ANTHROPIC_API_KEY: KEYS.claude, CODEX_API_KEY: KEYS.codex },
  };
  const words = ["run", workspace.path, "--timeout", "2m", "--agent", agent, "--", prompt];
  const { status, stderr } = await cli(words, { env });
  const asked = (await models.requests()).slice(earlier);
  const said = asked.filter(({ path }) => path.startsWith("/v1/")).at(-1)?.results ?? [];
  return { status, stderr, said };
}

async function inShell(script: string): Promise<void> {
  expect((await cli(["run", workspace.path, "--", "sh", "-ec", script])).status).toBe(0);
}

const DENIED = "the policy does not allow this";

describe.each(["claude", "codex"] as const)("%s, with no questions of its own", (agent) => {
  it("is stopped, and told why, where it reads a secret or writes outside", async () => {
    const { status, said } = await work(
      agent,
      { read: inside(".env") },
      { shell: "cat .env" },
      { shell: "x=.env; cd / && sh -c 'cat ~-/'$x; echo $((6 * 7 * 100))" },
      { write: { path: "/opt/outside.txt", content: "x\n" } },
      { shell: "cat fine" },
    );
    expect(status).toBe(0);
    expect(said).toHaveLength(5);
    for (const text of said.slice(0, 4)) expect(text).toContain(DENIED);
    expect(said[0]).toContain("sensitive-file-pattern");
    expect(said[3]).toContain("outside-project-root");
    expect(said.join("")).not.toContain("4711");
    expect(said.join("")).not.toContain("4200");
    expect(said[4]).toContain("fine");
    expect(said[4]).not.toContain(DENIED);
  });

  it("is stopped at a tool that the policy denies, and the log on the host says so", async () => {
    const since = new Date().toISOString();
    const { said } = await work(agent, { shell: "rm fine" });
    expect(said[0]).toContain(DENIED);
    expect(workspace.host("cat fine")).toContain("fine");
    const args = ["--blocked-only", "--since", since, "--agent", agent, "--json"];
    const env = { XDG_STATE_HOME: scratch.path };
    const logged = await cliOk(["log", workspace.path, ...args], { env });
    expect(JSON.parse(logged.split("\n")[0] ?? "")).toMatchObject({
      ...{ operation: "tool", target: "Bash", result: "blocked", policy: "denied-tool" },
      ...{ agent, engine: "docker", trust: "reported" },
    });
  });
});

it("cannot be turned off by the agent's own settings: Claude Code", async () => {
  const settings = JSON.stringify({
    ...{ disableAllHooks: true, permissions: { allow: ["Read", "Bash"] } },
    env: { NODE_OPTIONS: "--require /tmp/x.cjs", PATH: "/tmp/bin:/usr/local/bin:/usr/bin:/bin" },
  });
  await inShell(
    `echo 'process.exit(0)' > /tmp/x.cjs
     for name in env node timeout; do install -D /bin/true /tmp/bin/$name; done
     mkdir -p .claude
     printf %s '${settings}' | tee .claude/settings.json > ~/.claude/settings.json`,
  );
  const { said } = await work("claude", { read: inside(".env") });
  expect(said[0]).toContain(DENIED);
});

it("cannot be turned off by the agent's own settings: Codex", async () => {
  await inShell(
    `printf '\\n[features]\\nhooks = false\\n' >> ~/.codex/config.toml
     echo '{"hooks":{}}' > ~/.codex/hooks.json`,
  );
  const { said } = await work("codex", { read: inside(".env") });
  expect(said[0]).toContain(DENIED);
});
