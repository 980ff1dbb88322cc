import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace();
  await cliOk(["start", workspace.path]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const run = (...argv: string[]) => cli(["run", workspace.path, "--", ...argv]);

describe("a command's streams", () => {
  it("hands arguments on byte for byte and in order", async () => {
    const words = ["a", "b", "a", "", "two words", "--help", "--", "ü\n'\"$x"];
    const { stdout } = await run("sh", "-c", 'printf "<%s>" "$@"', "sh", ...words);
    expect(stdout).toBe(words.map((word) => `<${word}>`).join(""));
  });

  it("keeps output and errors apart", async () => {
    const { stdout, stderr } = await run("sh", "-c", "echo out; echo err >&2");
    expect({ stdout, stderr }).toEqual({ stdout: "out\n", stderr: "err\n" });
  });

  it("carries input to its end, also a large one", async () => {
    const input = "0123456789abcdef".repeat(200_000);
    const { stdout } = await cli(["run", workspace.path, "--", "cat"], { input });
    expect(stdout.length).toBe(input.length);
    expect(stdout === input).toBe(true);
  });

  it("is in the workspace, as node, with the workspace's owner's uid", async () => {
    const { stdout } = await run("sh", "-c", "pwd; id -un; id -u; ls /.agent-sandbox");
    expect(stdout).toBe(
      `/workspace/${workspace.path.split("/").at(-1) ?? ""}\nnode\n1000\n/.agent-sandbox\n`,
    );
  });

  it("writes files that belong to the workspace's owner", async () => {
    await run("sh", "-c", "echo made > made.txt");
    expect(workspace.host("stat -c %u:%g made.txt; cat made.txt")).toBe("1000:1000\nmade\n");
  });
});

describe("a command's end", () => {
  it.each([
    ["its own status", ["sh", "-c", "exit 7"], 7],
    ["127 where it is not found", ["no-such-program"], 127],
    ["126 where it is not executable", ["/etc/passwd"], 126],
    ["128 + n where signal n ended it", ["sh", "-c", "kill -TERM $$"], 143],
  ])("is %s", async (_, argv, expected) => {
    expect((await run(...argv)).status).toBe(expected);
  });

  it("follows a signal that the command gets in our place", async () => {
    const script = "trap 'echo got TERM; exit 3' TERM; echo ready; while :; do sleep 0.1; done";
    const { status, stdout } = await cli(["run", workspace.path, "--", "sh", "-c", script], {
      onStart: (kill) =>
        void sleep(2_500).then(() => {
          kill("SIGTERM");
        }),
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: "ready\ngot TERM\n" });
  });
});

describe("a reader that goes away", () => {
  it("ends the command, and nothing of it is left", async () => {
    const line = `'${process.execPath}' '${CLI}' run '${workspace.path}' -- yes 9876 | head -n 1`;
    expect(execFileSync("sh", ["-c", line], { encoding: "utf8" })).toBe("9876\n");
    expect((await run("pgrep", "-f", "yes 9876")).stdout).toBe("");
  });

  it("gets no complaint where nothing runs", () => {
    const line = `'${process.execPath}' '${CLI}' --help 2>&1 | head -n 1`;
    expect(execFileSync("sh", ["-c", line], { encoding: "utf8" })).toMatch(/^Let coding agents/);
  });
});

describe("--json", () => {
  it("reports status, output and duration in one object, and exits with the status", async () => {
    const { status, stdout } = await cli([
      ...["run", workspace.path, "--json", "--", "sh", "-c", "echo out; echo err >&2; exit 5"],
    ]);
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({ status: 5, stdout: "out\n", stderr: "err\n" });
  });

  it("reports a failure as an object with a code and a hint", async () => {
    const { status, stdout } = await cli(["run", "/no/such/place", "--json", "--", "true"]);
    expect(status).toBe(125);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "WORKSPACE_INVALID", message: expect.stringContaining("/no/such/place") },
    });
  });
});

describe("wrong usage", () => {
  it.each([
    ["no command", ["run"], "no command is given"],
    ["an unknown flag", ["run", "--timeot", "5", "--", "true"], "--timeout"],
    ["no duration", ["run", "--timeout", "soon", "--", "true"], "not a duration"],
    ["an unknown flag of start", ["start", "--brnch", "x"], 'Did you mean "--branch"?'],
    ["a second workspace", ["start", ".", "b"], '"b" is too much'],
    ["an unknown command", ["strat"], 'Did you mean "start"?'],
  ])("of %s is status 2 and a sentence", async (_, argv, sentence) => {
    const { status, stderr } = await cli(argv, { cwd: workspace.path });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  });
});
