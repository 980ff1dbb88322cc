import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace();
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const label = () => `label=agent-sandbox.workspace=${workspace.path}`;
const container = () => docker(["ps", "--all", "--quiet", "--filter", label()])[0] ?? "";
const state = () => docker(["inspect", "--format", "{{.State.Status}}", container()])[0];
const isHeld = () => existsSync(join(workspace.path, ".husky"));

async function listed() {
  const { sandboxes } = JSON.parse(await cliOk(["list", "--json"])) as {
    sandboxes: { workspace: string }[];
  };
  return sandboxes.find((sandbox) => sandbox.workspace === workspace.path);
}

describe("a container that somebody has paused", () => {
  beforeAll(async () => {
    await cliOk(["start", workspace.path]);
    docker(["pause", container()]);
  });

  it("is listed as what it is, and keeps its placeholders", async () => {
    expect(await listed()).toMatchObject({ state: "paused", running: false });
    expect(await cliOk(["list", workspace.path])).toMatch(/ bind .* paused /);
    expect(isHeld()).toBe(true);
  });

  it.each([
    ["start", []],
    ["run", ["--", "true"]],
  ])("is refused by %s with the way out", async (command, rest) => {
    const { status, stderr } = await cli([command, workspace.path, ...rest]);
    expect(status).toBe(125);
    expect(stderr).toMatch(/Cannot use the sandbox: its container "\S+" is paused/);
    expect(stderr).toMatch(/Hint: .*"docker unpause agent-sandbox-demo-\S+".*"agent-sandbox stop"/);
    expect(isHeld()).toBe(true);
  });

  it("is stopped by stop, and only then loses its placeholders", async () => {
    expect(await cliOk(["stop", workspace.path])).toMatch(/^Stopped/);
    expect({ state: state(), held: isHeld() }).toEqual({ state: "exited", held: false });
  });

  it("is started again by restart", async () => {
    await cliOk(["start", workspace.path]);
    docker(["pause", container()]);
    expect(await cliOk(["restart", workspace.path])).toMatch(/^Restarted/);
    expect(await listed()).toMatchObject({ state: "running", running: true });
    await cliOk(["stop", workspace.path]);
  });
});

describe("a container that Docker restarts by itself", () => {
  it("is refused by start, and stopped by stop", async () => {
    const { argv } = JSON.parse(await cliOk(["show-run", workspace.path, "--json"])) as {
      argv: string[];
    };
    docker(["rm", "--force", container()]);
    const failing = ["--restart", "always", "--entrypoint", "false"];
    // Without its mounts, whose placeholders nobody has made.
    const mountless = argv
      .slice(1, -1)
      .filter((word, at, all) => word !== "--mount" && all[at - 1] !== "--mount");
    docker([...mountless, ...failing, argv.at(-1) ?? ""]);
    // The pauses between its starts grow: soon it is found in none of them.
    await sleep(3000);
    const { status, stderr } = await cli(["start", workspace.path]);
    expect(status).toBe(125);
    // A busy machine finds it in one of its short lives, and is told when it enters.
    expect(stderr).toMatch(/is being restarted by Docker|is restarting/);
    expect(await cliOk(["stop", workspace.path])).toMatch(/^Stopped/);
    expect(state()).toBe("exited");
    docker(["rm", container()]);
  });
});

describe("a container that was made and never started", () => {
  it("is started by start", async () => {
    const shown = await cliOk(["show-run", workspace.path]);
    execFileSync("sh", ["-e"], { input: shown.replace("docker run --detach", "docker create") });
    expect(state()).toBe("created");
    expect(await cliOk(["stop", workspace.path])).toBe("No sandbox runs here\n");
    expect(await cliOk(["start", workspace.path])).toMatch(/^Started/);
    expect(state()).toBe("running");
  });
});
