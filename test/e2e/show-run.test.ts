import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";

import { expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { containersWith, inspectContainer } from "../support/inspect-container.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

const inspect = ({ path }: Workspace) => {
  const [id = ""] = containersWith(`agent-sandbox.workspace=${path}`);
  return inspectContainer(id);
};

it("prints a line that, pasted, starts the very container that start would", async () => {
  await using workspace = await makeWorkspace({
    name: 'it\'s a, "demo"',
    config: {
      environment: { set: { QUOTED: `it's "$HOME" \\ and\ttab` } },
      container: { ports: ["18127:8080"], memory: "512m", cpus: 1.5, pids: 300 },
    },
  });
  const line = await cliOk(["show-run", workspace.path]);
  execFileSync("sh", ["-e"], { input: line });
  const pasted = inspect(workspace);
  const { stdout } = await cli(["run", workspace.path, "--", "printenv", "QUOTED"]);
  expect(stdout).toBe(`it's "$HOME" \\ and\ttab\n`);
  expect(inspect(workspace)).toEqual(pasted);
  docker([
    "rm",
    "--force",
    ...docker(["ps", "--quiet", "--filter", `label=agent-sandbox.workspace=${workspace.path}`]),
  ]);
  await cliOk(["start", workspace.path]);
  expect(inspect(workspace)).toEqual(pasted);
});

it("makes nothing that stop does not take away again, but for what somebody has filled", async () => {
  await using workspace = await makeWorkspace();
  const tree = () => readdirSync(workspace.path, { recursive: true }).map(String).sort();
  const before = tree();
  const line = await cliOk(["show-run", workspace.path]);
  expect(tree()).toEqual(before);
  await cliOk(["list"]);
  execFileSync("sh", ["-e"], { input: line });
  expect(tree().length).toBeGreaterThan(before.length);
  await cliOk(["list"]);
  expect(tree()).toContain(".husky");
  expect(await cliOk(["stop", workspace.path])).toMatch(/^Stopped/);
  expect(tree()).toEqual(before);

  // Once more, with a container that nobody stops by agent-sandbox.
  const label = `label=agent-sandbox.workspace=${workspace.path}`;
  const remove = () => docker(["rm", "--force", ...docker(["ps", "-aq", "--filter", label])]);
  remove();
  execFileSync("sh", ["-e"], { input: line });
  remove();
  writeFileSync(`${workspace.path}/.husky/pre-commit`, "mine\n");
  await cliOk(["stop", workspace.path]);
  expect(tree().filter((path) => path.startsWith(".husky"))).toEqual([
    ".husky",
    ".husky/pre-commit",
  ]);
  expect(tree().filter((path) => !path.startsWith(".husky"))).toEqual(before);
});

it("leaves alone what somebody makes where its line was never pasted", async () => {
  await using workspace = await makeWorkspace();
  await cliOk(["show-run", workspace.path]);
  workspace.host("mkdir .husky");
  await cliOk(["list"]);
  await cliOk(["stop", workspace.path]);
  expect(workspace.host("ls -d .husky")).toBe(".husky\n");
});

it("gives the same argv as JSON", async () => {
  await using workspace = await makeWorkspace();
  const { argv } = JSON.parse(await cliOk(["show-run", workspace.path, "--json"])) as {
    argv: string[];
  };
  expect(argv.slice(0, 2)).toEqual(["docker", "run"]);
  expect(argv.at(-1)).toMatch(/^agent-sandbox-demo-/);
});
