import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import {
  configure,
  docker,
  makeRepository,
  makeWorkspace,
  type Workspace,
} from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace();
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const containers = () =>
  docker(["ps", "--quiet", "--filter", `label=agent-sandbox.workspace=${workspace.path}`]);

describe("init", () => {
  it("writes a Dockerfile, a configuration with its schema and a README, owned by the workspace's owner", () => {
    const directory = join(workspace.path, ".agent-sandbox");
    expect(readdirSync(directory).sort()).toEqual([
      "Dockerfile",
      "README.md",
      "config.jsonc",
      "config.schema.json",
    ]);
    expect(statSync(join(directory, "config.jsonc")).uid).toBe(1000);
  });

  it("refuses a second time and says what exists", async () => {
    const { status, stderr } = await cli(["init", workspace.path]);
    expect(status).toBe(125);
    expect(stderr).toContain(`"${workspace.path}/.agent-sandbox" exists already`);
    expect(stderr).toContain("--force");
  });

  it("writes no second configuration where the repository has one in another place", async () => {
    await using other = makeRepository();
    other.host("echo '{}' > .agent-sandbox.json");
    await cliOk(["init", other.path]);
    expect(readdirSync(join(other.path, ".agent-sandbox")).sort()).toEqual([
      "Dockerfile",
      "README.md",
      "config.schema.json",
    ]);
    await cliOk(["run", other.path, "--", "true"]);
  });

  it("with --force replaces the folder and removes the containers", async () => {
    await cliOk(["start", workspace.path]);
    configure(workspace, { container: { pids: 100 } });
    await cliOk(["init", workspace.path, "--force"]);
    expect(existsSync(join(workspace.path, ".agent-sandbox/config.json"))).toBe(false);
    expect(containers()).toEqual([]);
  });

  it("refuses what cannot be sandboxed before it writes anything", async () => {
    await using rootOwned = makeRepository({ owner: 0 });
    const { status, stderr } = await cli(["init", rootOwned.path]);
    expect(status).toBe(125);
    expect(stderr).toContain("it belongs to root");
    expect(stderr).toContain("chown");
    expect(existsSync(join(rootOwned.path, ".agent-sandbox"))).toBe(false);
  });
});

describe("start and stop", () => {
  it("starts a ready sandbox, finds it again, and stops it", async () => {
    expect(await cliOk(["start", workspace.path])).toMatch(/^Started agent-sandbox-demo-/);
    expect(await cliOk(["start", workspace.path])).toMatch(/runs already$/m);
    expect(containers()).toHaveLength(1);
    expect(await cliOk(["stop", workspace.path])).toMatch(/^Stopped agent-sandbox-demo-/);
    expect(await cliOk(["stop", workspace.path])).toBe("No sandbox runs here\n");
    expect(containers()).toEqual([]);
  });

  it("does not call a sandbox started that may not be entered", async () => {
    await cliOk(["start", workspace.path]);
    const [id = ""] = containers();
    docker(["exec", "--user", "root", id, "chown", "root", "/home/node"]);
    const { status, stderr } = await cli(["start", workspace.path]);
    expect(status).toBe(125);
    expect(stderr).toContain("it was not ready yet");
    expect(await cliOk(["restart", workspace.path])).toMatch(/^Restarted/);
  });

  it("goes on with the same container, and what was written in it, after a stop", async () => {
    await cliOk(["run", workspace.path, "--", "touch", "/home/node/kept"]);
    await cliOk(["stop", workspace.path]);
    expect(await cliOk(["run", workspace.path, "--", "ls", "/home/node/kept"])).toContain("kept");
  });

  it("makes the container anew when the configuration has changed", async () => {
    await cliOk(["start", workspace.path]);
    const [before] = containers();
    configure(workspace, { container: { pids: 123 } });
    expect(await cliOk(["run", workspace.path, "--", "cat", "/sys/fs/cgroup/pids/pids.max"])).toBe(
      "123\n",
    );
    expect(containers()).not.toContain(before);
  });

  it("leaves a sandbox in which somebody works as it is, and says so", async () => {
    await cliOk(["start", workspace.path]);
    const [before] = containers();
    const held = cliOk(["run", workspace.path, "--", "sleep", "8"]);
    await cliOk([
      "run",
      workspace.path,
      "--",
      "sh",
      "-c",
      "until pgrep -x sleep; do sleep 0.1; done",
    ]);
    configure(workspace, { container: { pids: 124 } });
    const { stderr } = await cli(["start", workspace.path]);
    expect(stderr).toContain("somebody works in this sandbox");
    expect(containers()).toEqual([before]);
    await held;
  });

  it("restarts by the configuration as it is now", async () => {
    const [before] = containers();
    configure(workspace, { container: { pids: 125 } });
    await cliOk(["restart", workspace.path]);
    expect(containers()).not.toContain(before);
  });

  it("gives the next command the variables of the configuration, in the same container", async () => {
    const [before] = containers();
    configure(workspace, { container: { pids: 125 }, environment: { set: { GREETING: "hi" } } });
    expect(await cliOk(["run", workspace.path, "--", "printenv", "GREETING"])).toBe("hi\n");
    expect(containers()).toEqual([before]);
  });

  it("starts once when twenty processes ask at the same time", async () => {
    await cliOk(["stop", workspace.path]);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => cli(["run", workspace.path, "--", "hostname"])),
    );
    for (const { status, stderr } of results) {
      expect(status).toBe(0);
      expect(stderr).toMatch(
        /^(Waiting for (another process|process \d+), which opens or stops this sandbox\n)?$/,
      );
    }
    expect(containers()).toHaveLength(1);
  });
});

describe("list and volume", () => {
  it("lists a sandbox with repository, mode, state, workdir and volumes", async () => {
    await cliOk(["start", workspace.path]);
    const { sandboxes } = JSON.parse(await cliOk(["list", "--json"])) as {
      sandboxes: { workspace: string }[];
    };
    const own = sandboxes.find((sandbox) => sandbox.workspace === workspace.path);
    expect(own).toMatchObject({
      mode: "bind",
      running: true,
      workdir: expect.stringMatching(/^\/workspace\/demo-/),
      volumes: expect.arrayContaining(["agent-sandbox-codex-config:/home/node/.codex"]),
    });
    expect(await cliOk(["list"])).toContain(workspace.path);
  });

  it("lists a stopped sandbox too", async () => {
    await cliOk(["stop", workspace.path]);
    const listed = await cliOk(["list"]);
    expect(listed).toMatch(new RegExp(`${workspace.path}.* exited `));
  });

  it("prints the config volume's name, and all of them", async () => {
    expect(await cliOk(["volume", workspace.path])).toBe("agent-sandbox-claude-code-config\n");
    expect(await cliOk(["volume", "--all", workspace.path])).toMatch(
      /agent-sandbox-[0-9a-f]{32}-history +\/commandhistory/,
    );
  });
});
