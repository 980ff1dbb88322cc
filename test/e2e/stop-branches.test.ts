import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { containersWith } from "../support/inspect-container.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace();
  await cliOk(["start", workspace.path]);
  await cliOk(["start", workspace.path, "--branch", "fix/a"]);
  await cliOk(["start", workspace.path, "--branch", "b"]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const stop = (...flags: string[]) => cliOk(["stop", workspace.path, ...flags]);
const of = () => `agent-sandbox.workspace=${workspace.path}`;
/** Whether each runs: bind mode's, the two branches', and the gate. */
const running = () => ({
  bind: containersWith(of(), "agent-sandbox.mode=bind").length,
  a: containersWith(of(), "agent-sandbox.branch=fix/a").length,
  b: containersWith(of(), "agent-sandbox.branch=b").length,
  gate: containersWith(of(), "agent-sandbox.gate").length,
});

it("stops the sandbox of bind mode alone, and says what else runs", async () => {
  expect(await stop()).toMatch(/^Stopped agent-sandbox-demo-\w+-\w+\n$/);
  expect(running()).toEqual({ bind: 0, a: 1, b: 1, gate: 1 });
  expect(await stop()).toBe(
    'No sandbox runs here but those of branches (b, fix/a): see "--branch NAME" and "--all"\n',
  );
});

it("restarts a branch's sandbox, and joins it with what is in its container", async () => {
  const inside = ["--branch", "b", "--", "sh", "-c"];
  await cliOk(["run", workspace.path, ...inside, "echo kept > /tmp/kept"]);
  expect(await cliOk(["restart", workspace.path, "--branch", "b"])).toMatch(
    /^Restarted agent-sandbox-demo-\w+-b-\w+\n$/,
  );
  expect(running()).toEqual({ bind: 0, a: 1, b: 1, gate: 1 });
  const shell = await cli(["shell", workspace.path, "--branch", "b"], {
    input: "cat /tmp/kept; git branch --show-current; git push host b && echo pushed\n",
  });
  expect(shell.stdout).toMatch(/kept\nb\npushed\n$/);
  expect(workspace.host("git rev-parse b")).toBe(workspace.host("git rev-parse main"));
});

it("brings a gate that is gone back with the next start", async () => {
  docker(["rm", "--force", ...containersWith(of(), "agent-sandbox.gate")]);
  expect(await cliOk(["start", workspace.path, "--branch", "b"])).toMatch(/ runs already\n$/);
  expect(running()).toMatchObject({ b: 1, gate: 1 });
});

it("stops the sandbox of one branch, and the gate with the last", async () => {
  expect(await stop("--branch", "fix/a")).toMatch(/^Stopped \S+-fix__a-\w+\n$/);
  expect(running()).toEqual({ bind: 0, a: 0, b: 1, gate: 1 });
  expect(await stop("--branch", "fix/a")).toBe('No sandbox of "fix/a" runs here\n');
  expect(await stop("-b", "b")).toMatch(/^Stopped /);
  expect(running()).toEqual({ bind: 0, a: 0, b: 0, gate: 0 });
});

it("stops all of the workspace and none of another's", async () => {
  await using other = await makeWorkspace();
  await cliOk(["start", other.path, "--branch", "b"]);
  await cliOk(["start", workspace.path]);
  await cliOk(["start", workspace.path, "--branch", "fix/a"]);
  const { stopped } = JSON.parse(await stop("--all", "--json")) as { stopped: string[] };
  expect(stopped).toHaveLength(2);
  expect(running()).toEqual({ bind: 0, a: 0, b: 0, gate: 0 });
  expect(await stop("--all")).toBe("No sandbox runs here\n");
  expect(containersWith(`agent-sandbox.workspace=${other.path}`)).toHaveLength(2);
});

it.each([
  [["--branch", "a..b"], 125, 'Cannot use "a..b" as a branch\'s name'],
  [["--branch", "a", "--all"], 2, "--all"],
])("refuses %j with status %d", async (flags, status, sentence) => {
  const result = await cli(["stop", workspace.path, ...flags]);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(sentence);
});
