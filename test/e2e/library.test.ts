// The library as it is built: what "agent-sandbox" gives a program that imports it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { open, type OpenOptions, type Policy } from "agent-sandbox";

import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { makeRepository } from "../support/workspace.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

let top: string;
let workspace: string;

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "agent-sandbox-library-"));
  workspace = join(top, "project");
  mkdirSync(workspace);
  execFileSync("git", ["init", "--quiet", workspace]);
});

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

const environment = () => ({ ...process.env, XDG_STATE_HOME: join(top, "state") });

async function openHere(policy: Policy, engine: OpenOptions["engine"] = "bwrap") {
  return await open(policy, { engine, workspace, environment: environment() });
}

function records(): readonly Readonly<Record<string, unknown>>[] {
  const found = execFileSync("find", [join(top, "state"), "-name", "*.jsonl"], {
    encoding: "utf8",
  });
  return found
    .split("\n")
    .filter(Boolean)
    .flatMap((file) => readFileSync(file, "utf8").trimEnd().split("\n"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("a sandbox on this machine", () => {
  it("runs one command after the other by the policy it was opened with", async () => {
    await using sandbox = await openHere({
      filesystem: { ro: ["."], rw: ["out"] },
      commands: { rm: false },
    });
    mkdirSync(join(workspace, "out"), { recursive: true });
    const first = await sandbox.exec(["sh", "-c", "echo out; echo err >&2; touch x; exit 3"]);
    expect(first).toMatchObject({ exitCode: 3, stdout: "out\n", dropped: 0 });
    expect(first.stderr).toMatch(/^err\n.*Read-only file system/);
    const second = await sandbox.exec(["rm", "-r", "out"]);
    expect(second).toMatchObject({ exitCode: 126 });
    expect(existsSync(join(workspace, "out"))).toBe(true);
  });

  it("hands input and variables on, and keeps no more output than it is told to", async () => {
    await using sandbox = await openHere({});
    const script = "printf %s $GIVEN; cat";
    const options = { environment: { GIVEN: "given-" }, maxOutput: 10 };
    const text = await sandbox.exec(["sh", "-c", script], { ...options, input: "0123456789" });
    expect(text).toMatchObject({ stdout: "given-0123", dropped: 6 });
    const input = Readable.from(["ab", "cd"]);
    expect((await sandbox.exec(["cat"], { input })).stdout).toBe("abcd");
    expect((await sandbox.exec(["cat"])).stdout).toBe("");
  });

  it("runs several at a time", async () => {
    await using sandbox = await openHere({ network: false });
    const all = ["a", "b", "c"].map((word) => sandbox.exec(["echo", word]));
    expect((await Promise.all(all)).map(({ stdout }) => stdout)).toEqual(["a\n", "b\n", "c\n"]);
  });

  it("ends a command when its time is over, or its signal says so", async () => {
    await using sandbox = await openHere({});
    await expect(sandbox.exec(["sleep", "60"], { timeout: 200 })).rejects.toMatchObject({
      code: "TIMED_OUT",
    });
    const controller = new AbortController();
    const running = sandbox.exec(["sleep", "60"], { signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  it("ends what runs when it is closed, and runs nothing after that", async () => {
    const sandbox = await openHere({});
    const ended = sandbox.exec(["sleep", "60"]).catch((error: unknown) => error);
    await sandbox.close();
    expect(await ended).toMatchObject({ code: "INTERRUPTED" });
    await expect(sandbox.exec(["true"])).rejects.toMatchObject({ code: "USAGE" });
    // What held the places of absent protected paths is gone with it.
    expect(existsSync(join(workspace, ".husky"))).toBe(false);
  });

  it("says what is missing, and which key is wrong", async () => {
    await using sandbox = await openHere({});
    await expect(sandbox.exec(["no-such-program"])).rejects.toMatchObject({
      code: "PROGRAM_MISSING",
    });
    await expect(sandbox.exec(["echo", "a\0b"])).rejects.toMatchObject({ code: "USAGE" });
    const wrong = JSON.parse('{ "netwrk": false }') as Policy;
    await expect(openHere(wrong)).rejects.toMatchObject({ code: "USAGE" });
    await expect(openHere(wrong)).rejects.toThrow(/Cannot use the policy: .*netwrk/);
  });

  it("takes the policy in the place of the workspace's file, and the user's own still counts", async () => {
    mkdirSync(join(workspace, ".agent-sandbox"), { recursive: true });
    writeFileSync(
      join(workspace, ".agent-sandbox/config.json"),
      '{ "commands": { "cat": false } }',
    );
    const config = join(top, "config", "agent-sandbox");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "config.json"), '{ "environment": { "block": ["SHELL"] } }');
    const own = { ...environment(), XDG_CONFIG_HOME: join(top, "config"), SHELL: "/bin/shell" };
    await using sandbox = await open({}, { engine: "bwrap", workspace, environment: own });
    expect(await sandbox.exec(["sh", "-c", "echo [$SHELL] | cat"])).toMatchObject({
      ...{ exitCode: 0, stdout: "[]\n" },
    });
  });

  it("puts every command on record, and what the proxy refuses with it", async () => {
    await using sandbox = await openHere({ network: { external: "domains", domains: ["a.test"] } });
    await sandbox.exec(["curl", "--silent", "http://refused.test/"]);
    await sandbox.close();
    const refused = records().find(({ target }) => target === "refused.test:80");
    expect(refused).toMatchObject({ event: "decision", operation: "connect", result: "blocked" });
    const run = records().filter(({ runId }) => runId === refused?.["runId"]);
    expect(run.map(({ event }) => event)).toEqual(["run.started", "decision", "run.finished"]);
    expect(run[0]).toMatchObject({ program: "curl", engine: "bwrap", workspace });
  });
});

describe("a sandbox in memory", () => {
  it("is opened by the same words, and reaches nothing of the machine", async () => {
    await using sandbox = await openHere({ commands: { rm: false } }, "virtual");
    const named = await sandbox.exec(["eval", 'echo "$WORD"'], {
      environment: { WORD: "two words" },
    });
    expect(named.stdout).toBe("two words\n");
    const plain = await sandbox.exec(["echo", "it's", "$HOME"]);
    expect(plain).toMatchObject({ exitCode: 0, stdout: "it's $HOME\n" });
    expect(await sandbox.exec(["ls", homedir()])).toMatchObject({ stdout: "" });
    expect((await sandbox.exec(["rm", "x"])).exitCode).toBe(126);
  });

  it("hands input on, as text and as it comes, and keeps no more output than it is told to", async () => {
    await using sandbox = await openHere({}, "virtual");
    expect((await sandbox.exec(["cat"], { input: "one\ntwo" })).stdout).toBe("one\ntwo");
    const input = Readable.from(["ab\n", "cd\n"]);
    const script = "read -r line; echo $line; cat > rest";
    expect((await sandbox.exec(["eval", script], { input })).stdout).toBe("ab\n");
    expect(await sandbox.exec(["cat", "rest"], { maxOutput: 2 })).toMatchObject({
      ...{ stdout: "cd", dropped: 1 },
    });
    expect((await sandbox.exec(["cat"])).stdout).toBe("");
  });

  it("runs one command after the other, however they are asked for", async () => {
    await using sandbox = await openHere({}, "virtual");
    const all = ["a", "b", "c"].map((word) => sandbox.exec(["eval", `echo ${word} >> f; cat f`]));
    const said = (await Promise.all(all)).map(({ stdout }) => stdout);
    expect(said).toEqual(["a\n", "a\nb\n", "a\nb\nc\n"]);
  });

  it("ends a command when its time is over, and what waits when it is closed", async () => {
    const sandbox = await openHere({}, "virtual");
    const INTERRUPTED = { code: "INTERRUPTED" };
    const loop = ["eval", "while :; do :; done"] as const;
    const late = sandbox.exec(loop, { timeout: 100 });
    await expect(late).rejects.toMatchObject({ code: "TIMED_OUT" });
    const ended = [sandbox.exec(loop), sandbox.exec(["true"])].map((running) =>
      running.catch((error: unknown) => error),
    );
    await sandbox.close();
    expect(await Promise.all(ended)).toMatchObject([INTERRUPTED, INTERRUPTED]);
    await expect(sandbox.exec(["true"])).rejects.toMatchObject({ code: "USAGE" });
  });

  it("puts every command on record, and what was refused it", async () => {
    await using sandbox = await openHere({ commands: { rm: false } }, "virtual");
    await sandbox.exec(["true"]);
    await sandbox.exec(["rm", "told-by-the-record"]);
    const own = records().filter(({ engine }) => engine === "virtual");
    const refused = own.filter(({ event }) => event === "decision").at(-1);
    expect(refused).toMatchObject({
      operation: "exec",
      target: "rm",
      result: "blocked",
      workspace,
    });
    const run = own.filter(({ runId }) => runId === refused?.["runId"]);
    expect(run.map(({ event }) => event)).toEqual(["run.started", "decision", "run.finished"]);
    expect(run).toMatchObject([{ program: "rm", workspace }, {}, { status: 126, workspace }]);
    expect(own).toContainEqual(expect.objectContaining({ event: "run.started", program: "true" }));
  });

  it("refuses a policy that it cannot keep, and runs nothing that cannot be put on record", async () => {
    const docker = openHere({ docker: true }, "virtual");
    await expect(docker).rejects.toMatchObject({ code: "POLICY_UNSUPPORTED" });
    const nowhere = join(top, "no-folder");
    writeFileSync(nowhere, "");
    const own = { ...environment(), XDG_STATE_HOME: nowhere };
    await using sandbox = await open({}, { engine: "virtual", workspace, environment: own });
    await expect(sandbox.exec(["true"])).rejects.toMatchObject({ code: "AUDIT_FAILED" });
  });

  it("is what the policy itself may name, where no option says otherwise", async () => {
    const options = { workspace, environment: environment() };
    await using sandbox = await open({ engine: "virtual" }, options);
    expect(sandbox.engine).toBe("virtual");
    await using other = await open({ engine: "virtual" }, { ...options, engine: "bwrap" });
    expect(other.engine).toBe("bwrap");
  });
});

describe("a sandbox in a container", () => {
  it("is the workspace's own, by the policy that is given", async () => {
    await using repository = makeRepository();
    const policy = { container: { image: TEST_IMAGE }, commands: { rm: false } };
    const options = { engine: "docker", workspace: repository.path } as const;
    await using sandbox = await open(policy, { ...options, environment: environment() });
    const script = "pwd; cat; rm README.md; exit 3";
    const result = await sandbox.exec(["sh", "-c", script], { input: "read\n" });
    expect(result).toMatchObject({ exitCode: 3 });
    expect(result.stdout).toMatch(/^\/workspace\/demo-\w+\nread\n$/);
    expect(result.stderr).toContain("rm");
    expect(repository.host("ls")).toContain("README.md");
  });
});

describe("the engine that is ready", () => {
  it("is bwrap where no daemon answers or has the image, and says so", async () => {
    const said: string[] = [];
    const chosen = async (given: NodeJS.ProcessEnv, policy: Policy) => {
      const options = { engine: "auto", workspace, environment: given } as const;
      await using sandbox = await open(policy, { ...options, progress: (word) => said.push(word) });
      return sandbox.engine;
    };
    const none = { ...environment(), DOCKER_HOST: "unix:///nonexistent/docker.sock" };
    expect(await chosen(none, {})).toBe("bwrap");
    const missing = { container: { image: "no-such-image" } };
    expect(await chosen(environment(), missing)).toBe("bwrap");
    expect(said).toEqual([
      "Engine: bwrap, on this machine itself: no Docker daemon answers",
      'Engine: bwrap, on this machine itself: there is no image "no-such-image"',
    ]);
  });
});

describe("the example", () => {
  it("runs as it stands", () => {
    const example = join(REPOSITORY, "examples/exec-on-this-machine.ts");
    const env = { ...environment(), NODE_OPTIONS: "" };
    const said = execFileSync(process.execPath, [example, "sh", "-c", "touch no || echo kept"], {
      ...{ cwd: workspace, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    });
    expect(said).toBe("kept\n");
    expect(existsSync(join(workspace, "no"))).toBe(false);
  });
});
