import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { asUser } from "../support/as-user.ts";
import { CLI, cli, cliOk, type CliOptions } from "../support/cli.ts";
import { daemonBehind } from "../support/daemon-behind.ts";
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

/** The real daemon, which says that it has another API. */
async function daemonOfApi(version: string) {
  let asked = 0;
  const behind = await daemonBehind((said, client) => {
    if (!said.startsWith("GET /_ping ")) return false;
    asked += 1;
    client.write(`HTTP/1.1 200 OK\r\nApi-Version: ${version}\r\nContent-Length: 2\r\n\r\nOK`);
    return true;
  });
  return { ...behind, asked: () => asked };
}

/** Runs what must fail; a failure is sentences, never a stack trace. */
async function failing(args: readonly string[], options: CliOptions = {}) {
  const { status, stdout, stderr } = await cli(args, options);
  expect(stdout).toBe("");
  expect(stderr).not.toMatch(/^\s+at .*:\d+/m);
  return { status, stderr };
}

describe("the daemon", () => {
  it("that does not answer is status 125, with the way to start it", async () => {
    const env = { DOCKER_HOST: "unix:///no/such/docker.sock" };
    const { status, stderr } = await failing(["start", workspace.path], { env });
    expect(status).toBe(125);
    expect(stderr).toContain("/no/such/docker.sock");
    expect(stderr).toContain("Hint: Start it with");
  });

  it("that leaves the output of a command open that has ended does not hold it up", async () => {
    const directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    const socket = join(directory, "docker.sock");
    const server = createServer({ allowHalfOpen: true }, (client) => {
      const behind = connect("/var/run/docker.sock");
      client.pipe(behind).pipe(client, { end: false });
      for (const end of [client, behind]) end.on("error", () => undefined);
    }).listen(socket);
    const script = "echo said; sleep 7; echo more; exit 3";
    const { status, stdout } = await cli(["run", workspace.path, "--", "sh", "-c", script], {
      env: { DOCKER_HOST: `unix://${socket}` },
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: "said\nmore\n" });
    server.close();
    rmSync(directory, { recursive: true });
  });

  it("that accepts and says nothing is given up after a while", async () => {
    const directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    const server = createServer(() => undefined).listen(join(directory, "docker.sock"));
    const env = {
      DOCKER_HOST: `unix://${join(directory, "docker.sock")}`,
      // Where nothing is on record that would be put in order first.
      XDG_STATE_HOME: join(directory, "state"),
    };
    const path = workspace.path;
    const commands = [
      ["list"],
      ["df"],
      ["clean", path],
      ["stop", path, "--all"],
      ["review", "main", path],
      ["start", path, "--branch", "x", "--no-fetch"],
    ];
    const ended = await Promise.all(commands.map((args) => failing(args, { env })));
    server.close();
    rmSync(directory, { recursive: true });
    expect(
      ended.map(({ status, stderr }) => [status, /does not answer|no answer in/.test(stderr)]),
    ).toEqual(commands.map(() => [125, true]));
  });

  it("that is too old is refused where a sandbox is started, and not asked where one runs", async () => {
    await using old = await daemonOfApi("1.40");
    const env = { DOCKER_HOST: `unix://${old.socket}` };
    await cliOk(["stop", workspace.path]);
    for (const args of [
      ["start", workspace.path],
      ["run", workspace.path, "--", "true"],
    ]) {
      const { status, stderr } = await failing(args, { env });
      expect(status).toBe(125);
      expect(stderr).toContain('its API is "1.40", older than "1.41"');
      expect(stderr).toContain("Install Docker Engine 20.10 or later");
    }
    await cliOk(["start", workspace.path]);
    const before = old.asked();
    await cliOk(["run", workspace.path, "--", "true"], { env });
    expect(old.asked()).toBe(before);
    await cliOk(["stop", workspace.path]);
  });

  it("whose socket may not be opened names the group", async () => {
    const directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    const socket = join(directory, "docker.sock");
    const server = createServer().listen(socket);
    execFileSync("chmod", ["0600", socket]);
    execFileSync("chmod", ["0711", directory]);
    const home = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    execFileSync("chown", ["1000", home]);
    const start = [process.execPath, CLI, "start", workspace.path];
    const child = spawn("setpriv", [...asUser(1000), ...start], {
      env: { ...process.env, HOME: home, DOCKER_HOST: `unix://${socket}` },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await new Promise<string>((resolve) => {
      let text = "";
      child.stderr
        .on("data", (chunk) => (text += String(chunk)))
        .on("end", () => {
          resolve(text);
        });
    });
    server.close();
    rmSync(directory, { recursive: true });
    rmSync(home, { recursive: true });
    expect(said).toContain('the group "docker"');
  });
});

describe("a workspace", () => {
  it.each([
    ["that does not exist", "/no/such/place", "it does not exist"],
    ["that is a file", "/etc/passwd", "it is not a directory"],
    ["that is the root", "/", "it is the root of the file system"],
  ])("%s is refused", async (_, path, sentence) => {
    const { status, stderr } = await failing(["start", path]);
    expect({ status, said: stderr.includes(sentence) }).toEqual({ status: 125, said: true });
  });

  it("that is no git repository is refused with the way out", async () => {
    const path = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    execFileSync("chown", ["1000:1000", path]);
    const { status, stderr } = await failing(["init", path]);
    rmSync(path, { recursive: true });
    expect(status).toBe(125);
    expect(stderr).toContain("not the top of a git repository");
    expect(stderr).toContain("git init");
  });

  it("whose .git is a file is refused", async () => {
    await using repository = makeRepository();
    repository.host(`git worktree add -q ${repository.path}-linked`);
    const { status, stderr } = await failing(["init", `${repository.path}-linked`]);
    expect(status).toBe(125);
    expect(stderr).toContain("a linked worktree or a submodule");
  });

  it("that was never initialised is sent to init", async () => {
    await using repository = makeRepository();
    const { status, stderr } = await failing(["start", repository.path]);
    expect(status).toBe(125);
    expect(stderr).toContain('Hint: Make it with "agent-sandbox init"');
  });
});

describe("the configuration", () => {
  it.each([
    ["an unknown key", { network: { domians: [] } }, 'Did you mean "domains"'],
    [
      "a URL for a host",
      { network: { domains: ["https://example.com/x"] } },
      "https://example.com/x",
    ],
    ["a wrong type", { container: { pids: "many" } }, "container.pids"],
    ["a public port", { container: { ports: ["0.0.0.0:80:80"] } }, "0.0.0.0:80:80"],
    ["the whole network", { network: true }, "named hosts only"],
  ])("with %s is refused by a sentence", async (_, config, sentence) => {
    configure(workspace, config);
    const { status, stderr } = await failing(["start", workspace.path]);
    configure(workspace, {});
    expect(stderr).toContain(sentence);
    expect(status).toBe(125);
  });

  it("that is no JSON is refused with line and column", async () => {
    writeFileSync(join(workspace.path, ".agent-sandbox/config.json"), '{\n  "network": {,}\n}');
    const { status, stderr } = await failing(["start", workspace.path]);
    configure(workspace, {});
    expect(status).toBe(125);
    expect(stderr).toMatch(/config\.json.*2:15|line 2/);
  });

  it("that is no YAML is refused with line and column, also by run, which loads its reader apart", async () => {
    const file = join(workspace.path, "broken.yaml");
    writeFileSync(file, "network:\n  external: [\n");
    const argv = ["run", workspace.path, "--config", file, "--", "true"];
    const { status, stderr } = await failing(argv);
    rmSync(file);
    expect(status).toBe(125);
    expect(stderr).toMatch(/^Error: Cannot read ".*broken\.yaml", line 3, column \d+: /);
  });

  it("in two files is refused, naming both", async () => {
    const second = join(workspace.path, ".agent-sandbox/config.yaml");
    writeFileSync(second, "network: {}\n");
    const { status, stderr } = await failing(["start", workspace.path]);
    rmSync(second);
    expect(status).toBe(125);
    expect(stderr).toMatch(/config\.json.*config\.yaml/);
  });

  it("behind a link is refused", async () => {
    const file = join(workspace.path, ".agent-sandbox/config.json");
    rmSync(file);
    symlinkSync("/etc/passwd", file);
    const { status, stderr } = await failing(["start", workspace.path]);
    rmSync(file);
    configure(workspace, {});
    expect(status).toBe(125);
    expect(stderr).toContain("link");
  });

  it("given by --config replaces the project's", async () => {
    const file = join(workspace.path, "other.yaml");
    writeFileSync(file, "environment:\n  set: { FROM: other }\n");
    const seen = await cliOk(["run", workspace.path, "--config", file, "--", "printenv", "FROM"]);
    expect(seen).toBe("other\n");
  });
});

describe("Docker's refusals", () => {
  it("name the port that is taken, and leave nothing behind", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    configure(workspace, { container: { ports: [`${port.toString()}:80`] } });
    const { status, stderr } = await failing(["start", workspace.path]);
    server.close();
    configure(workspace, {});
    expect(status).toBe(125);
    expect(stderr).toContain(`port ${port.toString()} is already in use`);
    const label = `label=agent-sandbox.workspace=${workspace.path}`;
    expect(docker(["ps", "--all", "--quiet", "--filter", label])).toEqual([]);
  });

  it("leave alone a container that somebody made from the workspace's own image", async () => {
    await cliOk(["start", workspace.path]);
    const label = ["--label", "agent-sandbox.test=stranger"];
    const { argv } = JSON.parse(await cliOk(["show-run", workspace.path, "--json"])) as {
      argv: string[];
    };
    const run = ["run", "--detach", ...label, "--entrypoint", "sleep", argv.at(-1) ?? "", "60"];
    const [stranger = ""] = docker(run);
    await cliOk(["run", workspace.path, "--", "true"]);
    await cliOk(["stop", workspace.path]);
    expect(docker(["ps", "--quiet", "--no-trunc", "--filter", `id=${stranger}`])).toEqual([
      stranger,
    ]);
    docker(["rm", "--force", stranger]);
  });

  it("say that a name belongs to a stranger's container", async () => {
    await using other = await makeWorkspace();
    const { argv } = JSON.parse(await cliOk(["show-run", other.path, "--json"])) as {
      argv: string[];
    };
    const name = argv[argv.indexOf("--name") + 1] ?? "";
    docker([
      "create",
      "--name",
      name,
      "--label",
      "agent-sandbox.test=stranger",
      "agent-sandbox-base",
      "true",
    ]);
    const { status, stderr } = await failing(["start", other.path]);
    docker(["rm", name]);
    expect(status).toBe(125);
    expect(stderr).toContain(`the name "${name}" is already in use`);
  });

  it("show a failing build step's own output", async () => {
    await using broken = await makeWorkspace();
    const dockerfile = join(broken.path, ".agent-sandbox/Dockerfile");
    writeFileSync(dockerfile, "FROM agent-sandbox-base:latest\nRUN echo about to fail; exit 9\n");
    const { status, stdout, stderr } = await cli(["build", broken.path, "--trust"]);
    expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
    expect(stderr).toContain("about to fail");
    expect(stderr).toContain("step 2 of");
    expect(stderr).toContain("it ended with status 9");
  });

  it("say that the base image is missing, and how to build it", async () => {
    const { status, stderr } = await cli(["build", workspace.path, "--base-tag", "no-such-tag"]);
    expect(status).toBe(125);
    expect(stderr).toContain('"agent-sandbox build-base --tag no-such-tag"');
  });

  it("warn of what a repository's Dockerfile should not do, with its line", async () => {
    await using odd = await makeWorkspace();
    const dockerfile = join(odd.path, ".agent-sandbox/Dockerfile");
    writeFileSync(dockerfile, "FROM agent-sandbox-base:latest\nUSER root\nCOPY . /app\n");
    const { stderr } = await cli(["build", odd.path, "--trust"]);
    expect(stderr).toMatch(/Dockerfile:3: .*COPY|Dockerfile:3: /);
    expect(stderr).toMatch(/Dockerfile:2: /);
  });
});

describe("a Docker network that does not exist", () => {
  it("is named", async () => {
    configure(workspace, { container: { network: "no-such-network" } });
    const { status, stderr } = await failing(["start", workspace.path]);
    configure(workspace, {});
    expect(status).toBe(125);
    expect(stderr).toContain("no-such-network");
  });
});

describe("a set-up that fails", () => {
  it("ends the container, shows its last lines and leaves nothing behind", async () => {
    await using broken = await makeWorkspace();
    const dockerfile = join(broken.path, ".agent-sandbox/Dockerfile");
    const lines = [
      "FROM agent-sandbox-base:latest",
      "USER root",
      "RUN rm /usr/sbin/dnsmasq",
      "USER node",
    ];
    writeFileSync(dockerfile, `${lines.join("\n")}\n`);
    const { status, stderr } = await failing(["start", broken.path, "--build", "--trust"]);
    expect(status).toBe(125);
    expect(stderr).toContain("its set-up ended before it was ready");
    expect(stderr).toContain("dnsmasq");
    const label = `label=agent-sandbox.workspace=${broken.path}`;
    expect(docker(["ps", "--all", "--quiet", "--filter", label])).toEqual([]);
    expect(broken.host("ls -A")).toBe(".agent-sandbox\n.git\nREADME.md\n");
  });
});

describe("the audit record", () => {
  it("that cannot be written keeps the command from starting", async () => {
    const state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    const home = join(state, "agent-sandbox");
    mkdirSync(home);
    writeFileSync(join(home, "audit"), "a file where the folder should be");
    const { status, stderr } = await failing(["run", workspace.path, "--", "touch", "ran.txt"], {
      env: { XDG_STATE_HOME: state },
    });
    rmSync(state, { recursive: true });
    expect(status).toBe(125);
    expect(stderr).toContain("audit");
    expect(workspace.host("ls")).not.toContain("ran.txt");
  });
});
