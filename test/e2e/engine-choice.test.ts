// Which engine `run` and `agent run` take, and what each does of it.
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

const AS_OWNER = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "--inh-caps=-all"];
const NO_DAEMON = { DOCKER_HOST: "unix:///nonexistent/docker.sock" };
const WHERE = "test -e /run/agent-sandbox/depth && echo this machine || echo a container";

/** Says how it was started, and what it could do. */
const PROGRAM = `#!/bin/sh
test "$1" = --print || exec cat
for word; do printf '<%s>' "$word" >&2; done
cat > /dev/null
touch "$PWD/written" 2>/dev/null && echo wrote >&2
touch "$PWD/.claude/agents/new.md" 2>/dev/null && echo an agent >&2
exit 7
`;

let workspace: Workspace;
let top: string;

beforeAll(() => {
  workspace = makeRepository();
  top = join(workspace.path, "..");
  workspace.host(`mkdir -p .claude/agents ../bin
    printf -- '---\\ntools: Read\\n---\\nYou read.\\n' > .claude/agents/reader.md
    printf -- '---\\ndisallowed-tools: [WebFetch]\\n---\\nYou write.\\n' > .claude/agents/writer.md`);
  mkdirSync(join(top, "bin"), { recursive: true });
  writeFileSync(join(top, "bin/claude"), PROGRAM);
  chmodSync(join(top, "bin/claude"), 0o755);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const own = () => ({
  ...{ HOME: top, XDG_STATE_HOME: join(top, "state"), NO_COLOR: "1" },
  PATH: `${join(top, "bin")}:${process.env["PATH"] ?? ""}`,
});

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return await cli(words, { as: AS_OWNER, cwd: workspace.path, env: { ...own(), ...env } });
}

const script = (engine: string) => ["run", "--engine", engine, "--", "sh", "-c", WHERE];

describe("run --engine", () => {
  it("takes this machine itself by bwrap, and Docker is not asked", async () => {
    const { status, stdout, stderr } = await run(script("bwrap"), NO_DAEMON);
    expect([status, stdout, stderr]).toEqual([0, "this machine\n", ""]);
  });

  it("chooses bwrap where no daemon answers, and says so", async () => {
    const { status, stdout, stderr } = await run(script("auto"), NO_DAEMON);
    expect([status, stdout]).toEqual([0, "this machine\n"]);
    expect(stderr).toBe("Engine: bwrap, on this machine itself: no Docker daemon answers\n");
  });

  it.each([
    ["never answers", () => undefined],
    [
      "answers a ping and nothing else",
      (url: string, answer: ServerResponse) => {
        if (!url.endsWith("/_ping")) return;
        answer.setHeader("Api-Version", "1.41");
        answer.end("OK");
      },
    ],
    ["is none", (_url: string, answer: ServerResponse) => answer.end("<html>")],
    ["fails", (_url: string, answer: ServerResponse) => answer.writeHead(500).end("{}")],
  ])("chooses bwrap where what is behind the daemon's socket %s", async (_what, take) => {
    const daemon = createServer((asked, answer) => {
      take(asked.url ?? "", answer);
    });
    const socket = join(top, "daemon.sock");
    daemon.listen(socket);
    await once(daemon, "listening");
    chmodSync(socket, 0o666);
    const { status, stdout, stderr } = await run(script("auto"), {
      DOCKER_HOST: `unix://${socket}`,
    });
    daemon.closeAllConnections();
    daemon.close();
    expect([status, stdout]).toEqual([0, "this machine\n"]);
    expect(stderr).toBe("Engine: bwrap, on this machine itself: no Docker daemon answers\n");
  });

  it("chooses bwrap where the workspace has no image, and docker where it has one", async () => {
    // Root asks the daemon here, and what it keeps is its own.
    const env = { ...own(), XDG_STATE_HOME: join(top, "state-of-root") };
    const without = await cli(script("auto"), { cwd: workspace.path, env });
    expect(without.stderr).toContain("Engine: bwrap, on this machine itself: there is no image");
    workspace.host("mkdir -p ../.config/agent-sandbox");
    const config = join(top, ".config/agent-sandbox/config.json");
    writeFileSync(config, JSON.stringify({ container: { image: TEST_IMAGE } }));
    const { status, stdout, stderr } = await cli(script("auto"), {
      ...{ cwd: workspace.path, env: { ...env, XDG_CONFIG_HOME: join(top, ".config") } },
    });
    expect(stderr).toContain("Engine: docker, whose daemon has this workspace's image\n");
    expect([status, stdout]).toEqual([0, "a container\n"]);
    workspace.host("rm -r ../.config");
  });

  it("refuses by bwrap what only containers have, and what is no engine", async () => {
    const branch = await run(["run", "--engine", "bwrap", "--branch", "x", "--", "true"]);
    expect(branch.status).toBe(2);
    expect(branch.stderr).toContain('"--branch"');
    for (const words of [["run"], ["agent", "run", "reader"]]) {
      const { status, stderr } = await run([...words, "--engine", "other", "--", "true"]);
      expect([status, stderr]).toEqual([2, expect.stringContaining("there is no such engine")]);
    }
  });

  it("has the time limit and the report of run", async () => {
    const late = await run(["run", "--engine", "bwrap", "--timeout", "1s", "--", "sleep", "60"]);
    expect(late.status).toBe(124);
    const words = ["run", "--engine", "bwrap", "--json", "--", "sh", "-c", "echo said; exit 3"];
    const { status, stdout } = await run(words);
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 3, stdout: "said\n" });
  });
});

describe("agent run --engine bwrap", () => {
  const agent = async (name: string) =>
    await run(["agent", "run", name, "--engine", "bwrap", "--", "do it"], NO_DAEMON);

  it("holds a reader to its tools, and its files read-only", async () => {
    const { status, stderr } = await agent("reader");
    expect(status).toBe(7);
    expect(stderr).toContain("<--allowedTools><Read>");
    expect(stderr).not.toContain("dangerously");
    expect(stderr).not.toMatch(/wrote|an agent/);
  });

  it("lets one without a list of tools write, but not what agents are by", async () => {
    const { status, stderr } = await agent("writer");
    expect(status).toBe(7);
    expect(stderr).toContain("<--dangerously-skip-permissions>");
    expect(stderr).toContain("<--disallowedTools><WebFetch>");
    expect(stderr).toContain("wrote");
    expect(stderr).not.toContain("an agent");
  });

  it("lets an agent work by itself under run as well, on record by its name", async () => {
    const words = ["run", "--engine", "bwrap", "--agent", "claude", "--", "do it"];
    const { status, stderr } = await run(words, NO_DAEMON);
    expect(status).toBe(7);
    expect(stderr).toContain("wrote");
    const log = await run(["log", "--json"]);
    expect(log.stdout).toMatch(/"engine":"bwrap".*"agent":"claude"/);
  });
});
