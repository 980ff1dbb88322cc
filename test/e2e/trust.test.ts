// What a workspace's files ask for, and who says yes.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk, type CliResult } from "../support/cli.ts";
import { containersWith } from "../support/inspect-container.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { openTerminal } from "../support/terminal.ts";
import { userConfig } from "../support/user-config.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

const TEMPLATES = join(import.meta.dirname, "../../templates");

let workspace: Workspace;
/** Of these tests alone, so that nobody else accepts or records anything. */
let own: string;
let env: Readonly<Record<string, string>>;

beforeAll(() => {
  workspace = makeRepository();
  mkdirSync(join(workspace.path, ".agent-sandbox"));
  own = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  // The user's own image, so that nothing has to be built.
  const config = userConfig(join(own, "config"), { container: { image: TEST_IMAGE } });
  env = { XDG_STATE_HOME: own, ...config };
});

afterAll(async () => {
  await cliOk(["stop", workspace.path, "--all"], { env });
  await workspace[Symbol.asyncDispose]();
  rmSync(own, { recursive: true, force: true });
});

const CONFIG = ".agent-sandbox/config.json";
const write = (value: unknown, file = CONFIG) => {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  writeFileSync(join(workspace.path, file), text);
};
const WIDE = { network: { domains: ["wide.example"] }, environment: { allow: ["MY_KEY"] } };

const run = (...args: readonly string[]) => cli(args, { env });
const start = (...flags: readonly string[]) => run("start", workspace.path, ...flags);
const containers = () => containersWith(`agent-sandbox.workspace=${workspace.path}`);
const records = async () =>
  (await cliOk(["log", workspace.path, "--json", "--operation", "trust"], { env }))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function expectRefused({ status, stdout, stderr }: CliResult, asked = 'reaches "wide.example"') {
  expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
  expect(stderr).toContain(asked);
  expect(stderr).toContain("nobody has accepted what it asks for");
  expect(stderr).toContain(`agent-sandbox trust ${workspace.path}`);
}

beforeEach(async () => {
  write(WIDE);
  await run("trust", "--revoke", workspace.path);
});

describe("what nobody has accepted", () => {
  it.each([
    ["start"],
    ["restart"],
    ["shell"],
    ["run", "--branch", "feat", "--", "true"],
    ["login codex", "--device"],
    ["checkout feat"],
    ["review feat"],
    ["merge feat"],
    ["drop feat"],
  ])("opens nothing by %s", async (command, ...flags) => {
    expectRefused(await run(...command.split(" "), workspace.path, ...flags));
    expect(containers()).toEqual([]);
  });

  it("is told with file, line and key, and to programs as an error of its own", async () => {
    const { stderr } = await start();
    expect(stderr).toContain(`The file "${CONFIG}"`);
    expect(stderr).toContain('  reaches "wide.example"  (line 4, network.domains[0])');
    expect(stderr).toContain('  gets your variable "MY_KEY"  (line 9, environment.allow[0])');
    const { stdout, status } = await start("--json");
    expect(status).toBe(125);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "POLICY_UNTRUSTED", detail: expect.stringContaining("MY_KEY") as unknown },
    });
  });

  it("does not hinder what opens nothing", async () => {
    const shown = await run("show-run", workspace.path);
    expect(shown.status).toBe(0);
    expect(shown.stderr).toContain("Nobody has accepted this yet");
    for (const command of [
      ["policy", "show", workspace.path],
      ["policy", "explain", "connect", "wide.example", workspace.path],
      ["test", "--workspace", workspace.path],
      ["list", workspace.path],
      ["volume", workspace.path],
      ["stop", workspace.path],
    ])
      expect([command, (await run(...command)).status]).toEqual([command, 0]);
    const { stdout } = await run("doctor", workspace.path, "--json");
    const { checks } = JSON.parse(stdout) as { readonly checks: readonly { name: string }[] };
    expect(checks.find(({ name }) => name === "project-config")).toMatchObject({
      verdict: "warning",
      message: expect.stringContaining("nobody has accepted") as unknown,
    });
  });

  it.each([
    ["at the top", ".agent-sandbox.json"],
    ["of another tool", ".uds/config.yaml"],
  ])("is refused as well in the file %s", async (_, file) => {
    rmSync(join(workspace.path, CONFIG));
    mkdirSync(join(workspace.path, ".uds"), { recursive: true });
    // JSON is YAML as well.
    write(file.endsWith(".yaml") ? { sandbox: { network: WIDE.network } } : WIDE, file);
    const { status, stderr } = await start();
    rmSync(join(workspace.path, file));
    expect(status).toBe(125);
    expect(stderr).toContain(`The file "${file}"\n`);
    expect(stderr).toContain('reaches "wide.example"');
  });
});

describe("what needs no word", () => {
  it("is what only closes, and what the user's own configuration opens", async () => {
    write({ network: { "denied-domains": ["a.example"] }, container: { image: TEST_IMAGE } });
    expect((await start()).status).toBe(0);
    expect(await cliOk(["trust", workspace.path], { env })).toMatch(/ask for nothing/);
  });

  it("is what init writes", async () => {
    rmSync(join(workspace.path, CONFIG));
    for (const name of ["config.jsonc", "Dockerfile"])
      write(readFileSync(join(TEMPLATES, name), "utf8"), `.agent-sandbox/${name}`);
    const { result } = JSON.parse(await cliOk(["trust", workspace.path, "--json"], { env })) as {
      readonly result: string;
    };
    for (const name of ["config.jsonc", "Dockerfile"])
      rmSync(join(workspace.path, ".agent-sandbox", name));
    expect(result).toBe("nothing");
  });

  it("is a file that the user names by --config", async () => {
    const file = join(own, "mine.json");
    writeFileSync(file, JSON.stringify(WIDE));
    expect((await run("run", workspace.path, "--config", file, "--", "true")).status).toBe(0);
    expectRefused(await start());
  });

  it("is the user's own change to what was accepted, and no change to what was not", async () => {
    const set = (key: string, value: string) =>
      run("config", "set", "--add", key, value, workspace.path);
    await set("network.domains", "more.example");
    expectRefused(await start());
    write({});
    expect((await set("network.domains", "first.example")).stderr).toContain("as your own word");
    expect((await start()).status).toBe(0);
    await set("network.domains", "second.example");
    await run("config", "unset", "network.domains[0]", workspace.path);
    expect((await start()).status).toBe(0);
    expect((await records()).at(-1)).toMatchObject({ widenings: ['reaches "second.example"'] });
  });
});

describe("agent-sandbox trust", () => {
  it("accepts a content of a file, and no other", async () => {
    const said = await cliOk(["trust", workspace.path], { env });
    expect(said).toContain('reaches "wide.example"');
    expect(said).toMatch(/^Accepted for /m);
    expect((await run("run", workspace.path, "--", "true")).status).toBe(0);
    expect(await cliOk(["trust", workspace.path], { env })).toMatch(/accepted already/);
    write({ ...WIDE, network: { domains: ["wide.example", "wider.example"] } });
    expectRefused(await run("run", workspace.path, "--", "true"), 'reaches "wider.example"');
    write(WIDE);
    expect((await run("run", workspace.path, "--", "true")).status).toBe(0);
  });

  it("lists what is accepted and whether it still is so, and takes it back", async () => {
    await cliOk(["trust", workspace.path], { env });
    const list = async () => {
      const { accepted } = JSON.parse(await cliOk(["trust", "--list", "--json"], { env })) as {
        readonly accepted: readonly Record<string, unknown>[];
      };
      return accepted;
    };
    expect(await list()).toMatchObject([
      { workspace: workspace.path, file: CONFIG, state: "current" },
    ]);
    write({});
    expect(await list()).toMatchObject([{ state: "changed" }]);
    rmSync(join(workspace.path, CONFIG));
    expect(await list()).toMatchObject([{ state: "gone" }]);
    const table = await cliOk(["trust", "--list", workspace.path], { env });
    expect(table).toMatch(
      /^WORKSPACE +FILE +WHEN +STATE\n\/.* +\.agent-sandbox\/config\.json .* gone\n$/,
    );
    expect(await cliOk(["trust", "--list", own], { env })).toBe("Nothing is accepted\n");
    write(WIDE);
    expect(await cliOk(["trust", "--revoke", workspace.path], { env })).toMatch(/^Took back/);
    expect(await cliOk(["trust", "--revoke", workspace.path], { env })).toMatch(/^Nothing of/);
    expectRefused(await start());
  });

  it("puts on record who accepted what, and who took it back", async () => {
    const before = (await records()).length;
    await cliOk(["trust", workspace.path], { env });
    await cliOk(["run", workspace.path, "--", "true"], { env });
    await cliOk(["trust", "--revoke", workspace.path], { env });
    const about = { event: "trust", workspace: workspace.path, file: CONFIG };
    expect((await records()).slice(before)).toMatchObject([
      {
        ...{ ...about, result: "accepted", remembered: true },
        user: expect.stringMatching(/\w/) as unknown,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        widenings: ['gets your variable "MY_KEY"', 'reaches "wide.example"'],
      },
      { ...about, result: "revoked" },
    ]);
    const table = await cliOk(["log", workspace.path, "--operation", "trust"], { env });
    expect(table).toMatch(
      /trust +\.agent-sandbox\/config\.json +accepted .*reaches "wide.example"/,
    );
    expect(await cliOk(["log", "--verify"], { env })).toMatch(/as they were written/);
  });

  it("is for this once as a flag, which is on record", async () => {
    const before = (await records()).length;
    expect((await run("run", workspace.path, "--trust", "--", "true")).status).toBe(0);
    expect((await records()).slice(before)).toMatchObject([{ remembered: false }]);
    expectRefused(await run("run", workspace.path, "--", "true"));
  });

  it("opens nothing that cannot be put on record", async () => {
    const state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
    mkdirSync(join(state, "agent-sandbox"));
    writeFileSync(join(state, "agent-sandbox/audit"), "a file where the folder should be");
    const broken = { env: { ...env, XDG_STATE_HOME: state } };
    const { status, stderr } = await cli(["trust", workspace.path], broken);
    const listed = await cliOk(["trust", "--list"], broken);
    rmSync(state, { recursive: true });
    expect(status).toBe(125);
    expect(stderr).toContain("Cannot write the audit record");
    expect(listed).toBe("Nothing is accepted\n");
  });
});

describe("a Dockerfile", () => {
  const DOCKERFILE = ".agent-sandbox/Dockerfile";
  const build = (...flags: readonly string[]) => run("build", workspace.path, ...flags);

  beforeEach(() => {
    write({});
    write("FROM agent-sandbox-base:latest\nCOPY tool /opt/tool\n", DOCKERFILE);
    write("one\n", ".agent-sandbox/tool");
  });

  afterAll(() => {
    for (const name of ["Dockerfile", "tool"]) rmSync(join(workspace.path, ".agent-sandbox", name));
  });

  it("that does more than the base image is accepted with all that goes into it", async () => {
    expectRefused(await build(), "runs commands of its own");
    await cliOk(["trust", workspace.path], { env });
    expect((await build()).status).toBe(0);
    appendFileSync(join(workspace.path, ".agent-sandbox/tool"), "two\n");
    expectRefused(await build(), "decides what starts as root");
  });

  it("stays accepted when the configuration changes, which no build gets and which is asked about itself", async () => {
    await cliOk(["trust", workspace.path], { env });
    await cliOk(["config", "set", "network.domains", '["wide.example"]', workspace.path], { env });
    expect(await cliOk(["trust", "--list"], { env })).not.toContain("changed");
    expect((await build()).status).toBe(0);
    expect((await start("--build")).stderr).not.toContain("nobody has accepted");
    write("FROM agent-sandbox-base:latest\nCOPY config.json /opt/\n", DOCKERFILE);
    await cliOk(["trust", workspace.path], { env });
    const { status, stderr } = await build();
    expect(status).toBe(125);
    expect(stderr).toContain("config.json");
    write({ network: { domains: ["another.example"] } });
    expectRefused(await start(), 'reaches "another.example"');
  });

  it("is asked about with the configuration, and again where an image is built by --config", async () => {
    write(WIDE);
    const { stderr } = await start();
    expect(stderr).toContain(`The file "${CONFIG}"\n`);
    expect(stderr).toContain(`The file "${DOCKERFILE}"\n`);
    const mine = join(own, "other.json");
    writeFileSync(mine, "{}");
    const other = { ...env, XDG_CONFIG_HOME: join(own, "none") };
    const built = await cli(["start", workspace.path, "--config", mine, "--build"], { env: other });
    expectRefused(built, "runs commands of its own");
  });
});

describe("on a terminal", () => {
  const open = (command: string) =>
    openTerminal(`clear; ${process.execPath} ${CLI} ${command}; echo "status $?"`, env);
  const QUESTION = /Accept these 2 things for this workspace, .*\? \[y\/N\]/;

  it.each([
    ["n", "Enter", 125],
    ["", "Enter", 125],
    ["yess", "Enter", 125],
    ["", "C-d", 125],
    ["y", "C-c", 130],
  ])("the answer %j and %s opens nothing", async (answer, key, status) => {
    using terminal = open(`start ${workspace.path}`);
    await terminal.see(QUESTION);
    expect(terminal.screen()).toContain('reaches "wide.example"  (line 4, network.domains[0])');
    terminal.type(answer);
    terminal.press(key);
    await terminal.see(new RegExp(`^status ${status.toString()}$`, "m"));
    expect(await cliOk(["trust", "--list"], { env })).toBe("Nothing is accepted\n");
  });

  it("yes opens the sandbox, whose shell has the terminal, and is not asked for again", async () => {
    using terminal = open(`shell ${workspace.path}`);
    await terminal.see(QUESTION);
    terminal.type("y");
    terminal.press("Enter");
    await terminal.see(/\[sandbox\] .*[$#] *$/m);
    terminal.type("echo is-a-$(tty | cut -d/ -f2-3); exit 7");
    terminal.press("Enter");
    await terminal.see(/^is-a-dev\/pts$/m);
    await terminal.see(/^status 7$/m);
    expect((await run("run", workspace.path, "--", "true")).status).toBe(0);
    expect((await records()).at(-1)).toMatchObject({ result: "accepted", remembered: true });
  });

  it("trust asks as well, and no is status 1", async () => {
    using terminal = open(`trust ${workspace.path}`);
    await terminal.see(QUESTION);
    terminal.type("no");
    terminal.press("Enter");
    await terminal.see(/^Nothing of .* was accepted$/m);
    await terminal.see(/^status 1$/m);
  });

  it.each([
    ["standard input is not one", "< /dev/null"],
    ["standard error is not one", "2> /dev/null"],
    ["a program reads the answer", "--json"],
  ])("nobody is asked where %s", async (_, rest) => {
    using terminal = open(`start ${workspace.path} ${rest}`);
    await terminal.see(/^status 125$/m);
    expect(terminal.screen()).not.toContain("[y/N]");
  });

  it("a command inside reads what is typed after the answer", async () => {
    using terminal = open(`run ${workspace.path} -- head -n 1`);
    await terminal.see(QUESTION);
    terminal.type("yes");
    terminal.press("Enter");
    terminal.type("for the command");
    terminal.press("Enter");
    await terminal.see(/^for the command\n(?:.*\n)*for the command$/m);
    await terminal.see(/^status 0$/m);
  });
});

describe("what is remembered", () => {
  it("counts for nothing where its file is broken", async () => {
    await cliOk(["trust", workspace.path], { env });
    const list = async () =>
      JSON.parse(await cliOk(["trust", "--list", "--json"], { env })) as unknown;
    expect(await list()).toMatchObject({ accepted: [{}] });
    const directory = join(own, "agent-sandbox/trust");
    const [file = ""] = readdirSync(directory)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(directory, name));
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
    expect(await list()).toEqual({ accepted: [] });
    expectRefused(await start());
    await cliOk(["trust", workspace.path], { env });
    expect((await run("run", workspace.path, "--", "true")).status).toBe(0);
  });
});
