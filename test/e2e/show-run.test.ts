import { execFileSync } from "node:child_process";

import { expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

/** What matters of a container, as the daemon sees it. */
function inspect({ path }: Workspace): unknown {
  const [id = ""] = docker(["ps", "--quiet", "--filter", `label=agent-sandbox.workspace=${path}`]);
  const [found] = JSON.parse(execFileSync("docker", ["inspect", id], { encoding: "utf8" })) as [
    {
      Name: string;
      Config: Record<string, unknown> & { Env: string[] };
      HostConfig: Record<string, unknown> & { Mounts: Record<string, unknown>[] };
    },
  ];
  const { Hostname, User, WorkingDir, Labels, Image, Env, ExposedPorts } = found.Config;
  const { CapAdd, CapDrop, SecurityOpt, PidsLimit, Memory, NanoCpus } = found.HostConfig;
  const { PortBindings, LogConfig, Mounts } = found.HostConfig;
  return {
    ...{ name: found.Name, Hostname, User, WorkingDir, Labels, Image, ExposedPorts },
    ...{ CapAdd, CapDrop, SecurityOpt, PidsLimit, Memory, NanoCpus, PortBindings, LogConfig },
    Env: Env.toSorted(),
    Mounts: Mounts.map(({ Type, Source, Target, ReadOnly }) => ({
      Type,
      Source,
      Target,
      ReadOnly,
    })),
  };
}

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
}, 120_000);

it("gives the same argv as JSON", async () => {
  await using workspace = await makeWorkspace();
  const { argv } = JSON.parse(await cliOk(["show-run", workspace.path, "--json"])) as {
    argv: string[];
  };
  expect(argv.slice(0, 2)).toEqual(["docker", "run"]);
  expect(argv.at(-1)).toMatch(/^agent-sandbox-demo-/);
}, 60_000);
