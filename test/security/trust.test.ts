// Neither a cloned repository nor an agent that works in it grants itself anything.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import { cli, cliOk } from "../support/cli.ts";
import { containersWith } from "../support/inspect-container.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

const EVIL = JSON.stringify({
  container: { image: TEST_IMAGE },
  network: { domains: ["evil.example"] },
});
const PLACES = [
  ".agent-sandbox/config.json",
  ".agent-sandbox/Dockerfile",
  ".agent-sandbox.json",
  ".agent-sandbox.jsonc",
  ".uds/config.yaml",
];

let workspace: BranchWorkspace;

beforeAll(() => {
  workspace = makeBranchWorkspace();
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

/** Without the working tree, where the configuration is read-only: a commit with another one. */
const commitEvil = (branch: string) => `export GIT_INDEX_FILE=/tmp/index
  git read-tree ${branch}
  blob=$(printf '%s' '${EVIL}' | git hash-object -w --stdin)
  git update-index --add --cacheinfo "100644,$blob,.agent-sandbox/config.json"
  commit=$(git commit-tree "$(git write-tree)" -p ${branch} -m evil)
  git update-ref refs/heads/${branch} "$commit"`;

async function expectRefused(path: string, ...flags: readonly string[]): Promise<void> {
  const { status, stderr } = await cli(["start", path, ...flags]);
  expect({ status, stderr }).toMatchObject({
    status: 125,
    stderr: expect.stringContaining('reaches "evil.example"') as unknown,
  });
}

describe("an agent in the checkout's own sandbox", () => {
  it("can write no file that grants something", async () => {
    const before = workspace.host("cat .agent-sandbox/config.json");
    const attempts = PLACES.map((place) => {
      const write = `echo '${EVIL}' > ${place} && echo "wrote ${place}"`;
      return `mkdir -p ${dirname(place)}; ${write}; rm -rf ${place}; ${write}`;
    });
    const moves =
      "mv .agent-sandbox .a; mv .uds .u; rm -rf .uds; ln -sfnT /tmp .agent-sandbox; true";
    const script = [...attempts, moves].join("\n");
    const { status, stdout } = await cli(["run", workspace.path, "--", "sh", "-c", script]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    await cliOk(["stop", workspace.path]);
    expect(workspace.host("cat .agent-sandbox/config.json")).toBe(before);
    expect(workspace.host("git status --porcelain")).toBe("");
    await cliOk(["start", workspace.path]);
  });

  it("sees nothing of what the user has accepted", async () => {
    const script = "find / -xdev -path '*agent-sandbox/trust*' 2>/dev/null | head; env; true";
    const seen = await cliOk(["run", workspace.path, "--", "sh", "-c", script]);
    expect(seen).not.toContain("agent-sandbox/trust");
  });

  it("gets nothing by a commit that the host checks out", async () => {
    const done = await cli(["run", workspace.path, "--", "sh", "-ec", commitEvil("main")]);
    expect(done).toMatchObject({ status: 0, stderr: "" });
    const before = workspace.host("git rev-parse HEAD~1").trim();
    workspace.host("git reset --quiet --hard");
    await expectRefused(workspace.path);
    await expectRefused(workspace.path, "--branch", "other");
    workspace.host(`git reset --quiet --hard ${before}`);
    await cliOk(["start", workspace.path]);
  });
});

describe("an agent in the sandbox of a branch", () => {
  it("gets nothing by a commit, before it is merged and after that", async () => {
    const script = `${commitEvil("feat")}; unset GIT_INDEX_FILE; git push --quiet host feat`;
    expect((await workspace.run("feat", script)).status).toBe(0);
    // The host's own file counts, whatever the branch has.
    const { stdout } = await workspace.exec("feat", "getent", "ahostsv4", "evil.example");
    expect(stdout).toBe("");
    await cliOk(["restart", workspace.path, "--branch", "feat"]);
    const before = workspace.host("git rev-parse HEAD").trim();
    workspace.host("git merge --quiet feat");
    await expectRefused(workspace.path, "--branch", "feat");
    await expectRefused(workspace.path);
    workspace.host(`git reset --quiet --hard ${before}`);
  });
});

describe("a cloned repository", () => {
  let clone: Workspace;
  let state: string;

  beforeAll(() => {
    clone = makeRepository();
    mkdirSync(join(clone.path, ".agent-sandbox"));
    state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  });

  afterAll(async () => {
    await clone[Symbol.asyncDispose]();
    rmSync(state, { recursive: true, force: true });
  });

  const setConfig = (config: unknown) => {
    writeFileSync(join(clone.path, ".agent-sandbox/config.json"), JSON.stringify(config));
  };

  it.each<readonly [string, object]>([
    ["a host", { network: { domains: ["evil.example"] } }],
    ["a port", { network: { ports: [22] } }],
    ["a resolver", { network: { dns: ["192.0.2.1"] } }],
    ["a Docker network", { container: { network: "bridge" } }],
    ["an image", { container: { image: TEST_IMAGE } }],
    ["a port of the host", { container: { ports: [18_999] } }],
    ["more processes", { container: { pids: 100_000 } }],
    ["silence about lost protection", { container: { "on-lost-mount": "warn" } }],
    ["a variable", { environment: { allow: ["AWS_SECRET_ACCESS_KEY"] } }],
    ["hidden files", { filesystem: { "allowed-patterns": [".env"] } }],
    ["the Docker socket", { docker: true }],
    ["work without a sandbox", { enabled: false }],
    ["the home", { filesystem: { ro: ["~"] } }],
    ["every host", { network: true }],
    ["the whole environment", { environment: { inherit: "all" } }],
  ])("asks in vain for %s", async (_, config) => {
    setConfig(config);
    const { status, stderr } = await cli(["run", clone.path, "--", "true"]);
    expect(status).toBe(125);
    // The engine cannot give some of these at all.
    expect(stderr).toMatch(/nobody has accepted|Cannot (keep|open a sandbox)|named hosts only/);
    expect(containersWith(`agent-sandbox.workspace=${clone.path}`)).toEqual([]);
  });

  it("takes nobody's word from another place", async () => {
    setConfig(JSON.parse(EVIL));
    await cliOk(["trust", clone.path], { env: { XDG_STATE_HOME: state } });
    const env = { XDG_STATE_HOME: state };
    const copy = makeRepository();
    const directory = join(copy.path, ".agent-sandbox");
    cpSync(join(clone.path, ".agent-sandbox"), directory, { recursive: true });
    cpSync(join(state, "agent-sandbox/trust"), join(directory, "trust"), { recursive: true });
    const { status, stderr } = await cli(["start", copy.path], { env });
    await copy[Symbol.asyncDispose]();
    expect(status).toBe(125);
    expect(stderr).toContain("nobody has accepted");
  });

  it("runs no command of its Dockerfile", async () => {
    setConfig({});
    const dockerfile = "FROM agent-sandbox-base:latest\nRUN echo evil > /tmp/evil\n";
    writeFileSync(join(clone.path, ".agent-sandbox/Dockerfile"), dockerfile);
    for (const command of ["start", "build"]) {
      const { status, stderr } = await cli([command, clone.path]);
      expect(status).toBe(125);
      expect(stderr).toContain("runs commands of its own");
    }
  });

  it("shows what it asks for without a raw escape", async () => {
    setConfig({ commands: { "a\u001b[2J\nThe file nobody wrote": true } });
    const { stdout, stderr } = await cli(["trust", clone.path], { env: { XDG_STATE_HOME: state } });
    expect(stdout + stderr).not.toMatch(/(?![\n\t])\p{Cc}/u);
    expect(stdout).not.toMatch(/^The file nobody/m);
  });
});

it("is refused where its Dockerfile is a link, which Docker would follow to another file", async () => {
  await using clone = makeRepository();
  clone.host(`mkdir -p .agent-sandbox/dev
    ln -s /dev/null .agent-sandbox/Dockerfile
    printf 'FROM agent-sandbox-base\\nRUN touch /planted\\n' > .agent-sandbox/dev/null`);
  for (const args of [["build"], ["build", "--trust"], ["start"]]) {
    const [command = "", ...flags] = args;
    const { status, stderr } = await cli([command, clone.path, ...flags]);
    expect({ args, status }).toEqual({ args, status: 125 });
    expect(stderr).toMatch(/Dockerfile" is no file|nobody has accepted/);
  }
  expect(containersWith(`agent-sandbox.workspace=${clone.path}`)).toEqual([]);
});
