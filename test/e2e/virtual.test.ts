import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI, cli, type CliOptions, cliOk } from "../support/cli.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let state: string;

beforeAll(() => {
  workspace = makeRepository();
  workspace.host(`mkdir -p src vault .agent-sandbox; echo one > src/a.txt; echo S=1 > .env
    echo deep > vault/deep; ln -s src/a.txt inside; ln -s /etc/passwd outside; ln -s ../../x up
    mkfifo pipe; echo '{"filesystem": {"exclude": ["vault"], "ro": ["src"]}}' > .agent-sandbox.json
    rmdir .agent-sandbox; chmod 755 src/a.txt`);
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true });
});

const env = (more: CliOptions["env"] = {}) => ({ XDG_STATE_HOME: state, HOME: state, ...more });
const virtual = (words: readonly string[], options: CliOptions = {}) =>
  cli(["virtual", workspace.path, ...words], { ...options, env: env(options.env) });
const said = async (command: string, ...flags: readonly string[]) =>
  (await virtual(["-c", command, ...flags])).stdout;
const imported = (command: string) => said(command, "--import", workspace.path);

describe("virtual -c", () => {
  it("prints what the command prints, byte for byte, and ends with its status", async () => {
    const { status, stdout, stderr } = await virtual(["-c", "echo out; echo err >&2; exit 7"]);
    expect({ status, stdout, stderr }).toEqual({ status: 7, stdout: "out\n", stderr: "err\n" });
    const bytes = execFileSync(
      process.execPath,
      [CLI, "virtual", workspace.path, "-c", "printf '\\377\\0\\1'"],
      { env: { ...process.env, ...env() } },
    );
    expect([...bytes]).toEqual([0xff, 0, 1]);
  });

  it("reads what is piped in, and waits for nothing that it does not read", async () => {
    expect((await virtual(["-c", "wc -l"], { input: "a\nb\n" })).stdout).toBe("2\n");
    const child = spawn(process.execPath, [CLI, "virtual", workspace.path, "-c", "echo done"], {
      env: { ...process.env, ...env() },
      stdio: ["pipe", "pipe", "inherit"],
    });
    expect(await text(child.stdout)).toBe("done\n");
    child.stdin.end();
  });

  it("starts in the workspace's directory, with nothing of the host in it", async () => {
    expect(await said("pwd; ls -A; ls / | grep -v tmp")).toBe(
      `${workspace.path}\n${workspace.path.split("/")[1] === "tmp" ? "" : "home\n"}`,
    );
    expect(existsSync(join(workspace.path, "made"))).toBe(false);
    await said("echo x > made; rm -rf /");
    expect(existsSync(join(workspace.path, "made"))).toBe(false);
  });

  it("gets variables by the policy: those that are named, and no secret", async () => {
    const options = { env: { GIVEN: "1", MY_TOKEN: "t", PGPASSWORD: "p" } };
    const { stdout } = await virtual(["-c", "env", "--env", "GIVEN", "--env", "SET=a b"], options);
    expect(stdout).toMatch(/^GIVEN=1$/m);
    expect(stdout).toMatch(/^SET=a b$/m);
    expect(stdout).toMatch(/^HOME=\/tmp$/m);
    expect(stdout).not.toMatch(/MY_TOKEN|PGPASSWORD/);
  });

  it("ends at its time limit with 124, and at a signal with 130", async () => {
    const timed = await virtual(["-c", "while :; do :; done", "--timeout", "200ms"]);
    expect(timed).toMatchObject({ status: 124, stderr: expect.stringContaining("200 ms") });
    const interrupted = await virtual(["-c", "echo up; while :; do :; done"], {
      onStart: (kill) => void setTimeout(() => kill("SIGINT"), 1500),
    });
    expect(interrupted).toMatchObject({ status: 130, stdout: "up\n" });
  });

  it("ends when nobody reads on, as a program does", async () => {
    const line = `${process.execPath} ${CLI} virtual ${workspace.path} -c 'while :; do echo y; done'; echo $? >&2`;
    const child = spawn("sh", ["-c", `(${line}) | head -n 1`], {
      env: { ...process.env, ...env() },
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([stdout, stderr]).toEqual(["y\n", "141\n"]);
  });

  it("tells a program all of it with --json", async () => {
    const { status, stdout } = await virtual(["-c", "echo a; false", "--json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      ...{ stdout: "a\n", stderr: "", exitCode: 1, success: false },
      ...{ command: "echo a; false", duration: expect.any(Number) },
    });
  });

  it("is on record with what the policy refused", async () => {
    await said("echo x > vault; echo x > .env", "--import", workspace.path);
    const rows = (await cliOk(["log", workspace.path, "--json"], { env: env() }))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.slice(-4)).toMatchObject([
      { event: "run.started", engine: "virtual", program: "bash", workspace: workspace.path },
      { event: "decision", engine: "virtual", operation: "create", result: "blocked" },
      { event: "decision", target: `${workspace.path}/.env`, policy: "sensitive-file-pattern" },
      { event: "run.finished", engine: "virtual", status: 1 },
    ]);
  });

  it.each([
    ["docker", { docker: true }, "no process runs in the virtual engine"],
    ["commands.curl", { commands: { curl: "./mine" } }, "no program of the host"],
    ["filesystem.base", { filesystem: { base: "host" } }, "nothing of the host"],
    ["enabled", { enabled: false }, "is false"],
  ])("says that it cannot keep %s", async (key, config, why) => {
    await using other = makeRepository();
    writeFileSync(join(other.path, ".agent-sandbox.json"), JSON.stringify(config));
    const options = { env: env() };
    const { status, stderr } = await cli(["virtual", other.path, "-c", "ls", "--trust"], options);
    expect(status).toBe(125);
    expect(stderr).toContain(`"${key}"`);
    expect(stderr).toContain(why);
  });

  it.each([
    [["-c", "ls", "more"], 'Cannot open: "more" is too much'],
    [["-c", "ls", "--timeout", "soon"], '"soon" is not a time'],
    [["-c", "ls", "--imports", "."], 'Did you mean "--import"?'],
    [["-c", "ls", "--env", "A-B=1"], "environment.set"],
  ])("refuses %j", async (words, sentence) => {
    const { status, stderr } = await virtual(words);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

describe("virtual --import", () => {
  it("has the tree as it is on the host, with its modes and times", async () => {
    const look = "ls -l --time-style=full-iso src; cat inside";
    const host = workspace.host(look);
    const [, row = "", content] = host.split("\n");
    const here = await imported(look);
    expect(here).toContain(`${content ?? ""}\n`);
    expect(here.slice(0, here.indexOf("\n", 9))).toContain("-rwxr-xr-x");
    expect(here).toContain(row.split(" ").slice(-4, -1).join(" ").slice(0, 22));
  });

  it("leaves out what the policy hides, and holds to the rest of it", async () => {
    expect(await imported("ls -A")).toBe(".agent-sandbox.json\n.git\nREADME.md\ninside\nsrc\n");
    expect(await imported("echo x > src/a.txt || echo x > new && cat src/a.txt new")).toBe(
      "one\nx\n",
    );
    expect(workspace.host("cat src/a.txt")).toBe("one\n");
  });

  it("names what leads out of the directory or is no file", async () => {
    const { stderr } = await virtual(["-c", "true", "--import", workspace.path]);
    for (const name of ["outside", "up", "pipe"]) {
      expect(stderr).toContain(`${workspace.path}/${name}`);
    }
  });

  it("takes a directory outside of the workspace too, where it may be written", async () => {
    await using other = makeRepository();
    other.host("echo key > id_rsa");
    const look = `cd ${other.path}; cat README.md; ls; echo x > new; cat new`;
    expect(await said(look, "--import", other.path)).toBe("hello\nREADME.md\nx\n");
    expect(other.host("ls")).toBe("README.md\nid_rsa\n");
  });

  it.each([
    ["max-node-count", "5", "virtual.max-node-count, which is 5"],
    ["max-file-size", '"10"', "and virtual.max-file-size is 10"],
    ["max-total-size", '"20"', "virtual.max-total-size, which is 20 bytes"],
  ])("is refused where it is more than %s", async (key, value, sentence) => {
    await using other = makeRepository();
    writeFileSync(join(other.path, ".agent-sandbox.json"), `{"virtual": {"${key}": ${value}}}`);
    const words = ["virtual", other.path, "--import", other.path, "-c", "ls"];
    const { status, stderr } = await cli(words, { env: env() });
    expect({ status, stderr }).toEqual({ status: 126, stderr: expect.stringContaining(sentence) });
  });

  it("counts the directories above as well", async () => {
    await using other = makeRepository();
    other.host("mkdir sub; touch sub/1 sub/2 sub/3");
    writeFileSync(join(other.path, ".agent-sandbox.json"), '{"virtual": {"max-node-count": 5}}');
    const words = ["virtual", other.path, "--import", join(other.path, "sub"), "-c", "ls"];
    const { status, stderr } = await cli(words, { env: env() });
    expect(status).toBe(126);
    expect(stderr).toContain("Cannot import: limit maxNodeCount of 5 exceeded");
  });
});

describe("virtual --snapshot", () => {
  it("goes on where the last one ended", async () => {
    const file = join(state, "work.snapshot");
    await said("cd /tmp; x=kept; f() { echo f$x; }; echo in > file", "--snapshot", file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await said("pwd; cat file; f", "--snapshot", file)).toBe("/tmp\nin\nfkept\n");
  });

  it("reads a script from standard input, and saves what a limit has ended", async () => {
    const file = join(state, "ended.snapshot");
    const words = ["--snapshot", file, "--timeout", "300ms"];
    const input = "echo before > /tmp/f\nwhile :; do :; done\n";
    expect((await virtual(words, { input })).status).toBe(124);
    expect((await virtual(words, { input: "cat /tmp/f" })).stdout).toBe("before\n");
  });

  it("says what is wrong with a file, and leaves it as it is", async () => {
    const file = join(state, "not.snapshot");
    writeFileSync(file, "something else");
    const { status, stderr } = await virtual(["-c", "true", "--snapshot", file]);
    expect(status).toBe(125);
    expect(stderr).toContain("Cannot load the snapshot: it is no snapshot");
    expect(readFileSync(file, "utf8")).toBe("something else");
  });

  it("goes by the limits that hold now", async () => {
    await using other = makeRepository();
    const file = join(state, "large.snapshot");
    await said("touch /tmp/{1..20}", "--snapshot", file);
    writeFileSync(join(other.path, ".agent-sandbox.json"), '{"virtual": {"max-node-count": 10}}');
    const words = ["virtual", other.path, "--snapshot", file, "-c", "ls"];
    const { status, stderr } = await cli(words, { env: env() });
    expect(status).toBe(126);
    expect(stderr).toContain("Cannot restore the snapshot: limit maxNodeCount of 10 exceeded");
  });

  it("imports into no sandbox that has something already", async () => {
    const file = join(state, "twice.snapshot");
    const words = ["-c", "ls", "--import", workspace.path, "--snapshot", file];
    expect((await virtual(words)).status).toBe(0);
    const { status, stderr } = await virtual(words);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining("is there already, and has what was imported"),
    });
  });
});

describe("virtual --view", () => {
  const viewed = (command: string) => virtual(["-c", command, "--view", workspace.path]);

  it("reads the directory as it is, without what the policy hides, and changes nothing", async () => {
    const { status, stdout, stderr } = await viewed(
      "ls -A; cat README.md inside; ls vault .env; echo x > README.md",
    );
    expect(stdout).toBe(
      ".agent-sandbox.json\n.git\nREADME.md\ninside\noutside\nsrc\nup\nhello\none\n",
    );
    expect(stderr.match(/cannot access/g)).toHaveLength(2);
    expect(stderr).toContain("README.md: Read-only file system");
    expect(status).toBe(1);
    expect((await viewed("cat outside up")).stdout).toBe("");
  });

  it("takes a directory outside of the workspace too, and only for reading", async () => {
    await using other = makeRepository();
    other.host("echo key > id_rsa");
    const look = `ls ${other.path}; touch ${other.path}/new`;
    const { stdout, stderr } = await virtual(["-c", look, "--view", other.path]);
    expect(stdout).toBe("README.md\n");
    expect(stderr).toMatch(/Permission denied|Read-only/);
    expect(other.host("ls")).toBe("README.md\nid_rsa\n");
  });
});
