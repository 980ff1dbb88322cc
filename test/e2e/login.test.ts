import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { removeVolumes } from "../support/remove-volumes.ts";
import { openTerminal } from "../support/terminal.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

/** The one that Codex's sign-in has, wherever it runs. */
const PORT = 1455;
/** Of nobody else, so that no other sign-in is touched. */
const OWNER = 61_455;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace({ owner: OWNER });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await removeVolumes(`name=uid-${OWNER.toString()}$`);
});

/** What a browser that comes back gets, once something answers. */
async function comeBack(host: string) {
  for (;;) {
    const url = `http://${host}:${PORT.toString()}/auth/callback?code=made-up&state=made-up`;
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) return { status: answer.status, text: await answer.text() };
    await sleep(200);
  }
}

const reach = async () => await fetch(`http://127.0.0.1:${PORT.toString()}/`);

/** Codex itself in the sandbox, by its command line. */
async function codexInside(): Promise<string> {
  return await cliOk(["run", workspace.path, "--", "sh", "-c", "pgrep -fa '[c]odex login' || :"]);
}

/** A terminal in which the host's shell runs the real executable and then shows its status. */
const open = (args: string) =>
  openTerminal(
    `clear; ${process.execPath} ${CLI} login ${args} ${workspace.path}; echo "status $?, $(stty -a | grep -o '.icanon')"`,
  );

it("carries the browser to the real Codex inside, by every name of this machine, until it is interrupted", async () => {
  let interrupt: (() => void) | undefined;
  const running = cli(["login", "codex", workspace.path], {
    onStart: (kill) => {
      interrupt = () => kill("SIGINT");
    },
  });
  const mismatch = { status: 400, text: expect.stringMatching(/state mismatch/i) as unknown };
  expect(await comeBack("localhost")).toEqual(mismatch);
  expect(await comeBack("127.0.0.1")).toEqual(mismatch);
  expect(await codexInside()).toContain("codex login");
  interrupt?.();
  const { status, stdout, stderr } = await running;
  expect(status).toBe(130);
  expect(`${stdout}${stderr}`).toContain("https://auth.openai.com/oauth/authorize");
  expect(stderr).toContain("port 1455 leads into the sandbox");
  await expect(reach()).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(await codexInside()).toBe("");
});

it("is given up at Ctrl-C in a terminal, which is as it was", async () => {
  using terminal = open("codex");
  await terminal.see(/auth\.openai\.com/);
  expect((await comeBack("localhost")).status).toBe(400);
  terminal.press("C-c");
  await terminal.see(/status 130,\s+icanon/);
  await expect(reach()).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

it("refuses a port that is taken, by whom, before anything starts; --device does without it", async () => {
  await cliOk(["stop", workspace.path]);
  const server = createServer((_, response) => response.end("mine"));
  await new Promise<void>((resolve) => server.listen(PORT, "127.0.0.1", resolve));
  const { status, stdout, stderr } = await cli(["login", "codex", workspace.path]);
  expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
  expect(stderr).toMatch(/port 1455 .* already in use by ".+" \(process \d+\)/);
  expect(stderr).toContain(`(process ${process.pid.toString()})`);
  expect(stderr).toContain("--device");
  const running = docker([
    "ps",
    "--quiet",
    "--filter",
    `label=agent-sandbox.workspace=${workspace.path}`,
  ]);
  expect(running).toEqual([]);
  using terminal = open("codex --device");
  const { input } = await terminal.see(/auth\.openai\.com\/\S*device/);
  // Where OpenAI cannot be reached, it ends by itself.
  if (!input.includes("Error logging in")) terminal.press("C-c");
  await terminal.see(/status \d+,\s+icanon/);
  expect(await (await reach()).text()).toBe("mine");
  await new Promise((resolve) => server.close(resolve));
});

it("shows the real Claude Code's own sign-in, which waits for a pasted code", async () => {
  using terminal = open("claude");
  await terminal.see(/https:\/\/claude\.ai\/oauth\/authorize/);
  await terminal.see(/Paste code here/);
  terminal.press("C-c");
  await terminal.see(/status 130,\s+icanon/);
});

it("shows nothing to do where no sandbox can be opened", async () => {
  const { status, stderr } = await cli(["login", "codex", "--device", "/nowhere"]);
  expect(status).toBe(125);
  expect(stderr).toContain('Cannot use "/nowhere"');
  expect(stderr).not.toContain("Open the address");
});

it.each([
  [["login"], "agent"],
  [["login", "gemini"], "gemini"],
  [["login", "codex", "--token"], "--token"],
  [["login", "claude", "--device"], "--device"],
])("%j is wrong usage", async (argv, word) => {
  const { status, stderr } = await cli(argv);
  expect(status).toBe(2);
  expect(stderr).toContain(word);
});
