// The real Claude Code of the image, with "agent-sandbox mcp" as its MCP server, against a server of the
// tests' own that wants what a model could want.
import { cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { cli } from "../support/cli.ts";
import { trust } from "../support/trust.ts";
import type { Workspace } from "../support/workspace.ts";
import { KEYS, type Models, openModels, promptFor } from "./models.ts";
import { makeModelsWorkspace } from "./models-workspace.ts";
import { makeScratch, type Scratch } from "./scratch.ts";

/** An owner of this test's own, and so a volume of Claude Code's configuration of its own. */
const OWNER = 23_419;
const PACKAGE = join(import.meta.dirname, "../../packages/cli");

let models: Models;
let workspace: Workspace;
let scratch: Scratch;

const made = new AsyncDisposableStack();

beforeAll(async () => {
  models = made.use(await openModels("agent-sandbox.test=mcp-server"));
  workspace = made.use(await makeModelsWorkspace(models, { owner: OWNER }));
  scratch = made.use(makeScratch());
  trust(workspace.path, { XDG_STATE_HOME: scratch.path });
  for (const part of ["bin", "dist/bundle", "package.json"]) {
    cpSync(join(PACKAGE, part), join(workspace.path, "tool", part), { recursive: true });
  }
  const args = [inside("tool/bin/run.js"), "mcp", "--import", inside("data"), inside("data")];
  const mcpServers = { box: { command: "node", args } };
  writeFileSync(join(workspace.path, "mcp.json"), JSON.stringify({ mcpServers }));
  workspace.host("mkdir data; echo from-the-host > data/file; echo KEY=1 > data/.env");
});

afterAll(async () => {
  await made.disposeAsync();
});

const inside = (path: string) => `/workspace/${basename(workspace.path)}/${path}`;

const call = (tool: string, input: Readonly<Record<string, unknown>>) =>
  ({ call: { tool: `mcp__box__${tool}`, input } }) as const;
const execute = (command: string) => call("execute", { command });

it("lets Claude Code run commands, and go back to a snapshot, in a sandbox in memory", async () => {
  const prompt = promptFor(
    execute("cat file; ls -A; cd /tmp; echo kept > f; x=$((6 * 7))"),
    call("snapshot", { name: "before" }),
    execute("echo $x; rm f; x=0"),
    call("restore", { name: "before" }),
    execute('pwd; cat f; echo $x; while read -r line; do echo "<$line>"; done < /etc/passwd'),
    call("list", {}),
    { say: "All done." },
  );
  const words = [
    ...["run", workspace.path, "--timeout", "2m", "--", "claude", "-p", prompt],
    ...["--mcp-config", inside("mcp.json"), "--strict-mcp-config", "--output-format", "json"],
    "--dangerously-skip-permissions",
  ];
  const env = { XDG_STATE_HOME: scratch.path, ANTHROPIC_API_KEY: KEYS.claude };
  const { status, stdout, stderr } = await cli(words, { env });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ is_error: false, result: "All done." });
  const requests = (await models.requests()).filter(({ path }) => path === "/v1/messages");
  const [first, taken, second, restored, third, list] = requests.at(-1)?.results ?? [];
  expect(first).toContain("from-the-host");
  expect(first).not.toContain(".env");
  expect(taken).toContain("Took the snapshot");
  expect(second).toContain("42");
  expect(restored).toContain("All is as it was");
  expect(third).toContain(String.raw`/tmp\nkept\n42\n`);
  expect(third).not.toContain("<root");
  expect(list).toContain(String.raw`\"engine\": \"virtual\"`);
  expect(workspace.host("ls -A data")).toBe(".env\nfile\n");
});
