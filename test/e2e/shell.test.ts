import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

/** The sandbox's, and not that of the host's shell, which shows what was typed. */
const PROMPT = /\[sandbox\] .*demo-\w+.*[$#] *$/m;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace();
  await cliOk(["start", workspace.path]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

/** A terminal in which the host's shell runs the real executable and then shows its status. */
const open = (args: string) =>
  openTerminal(
    `cd ${workspace.path}; ${process.execPath} ${CLI} ${args}; echo "status $?, $(stty -a | grep -o '.icanon')"`,
  );

it("is a terminal of the same size, also after a resize, and ends with the shell's status", async () => {
  using terminal = open("");
  await terminal.see(PROMPT);
  terminal.type("echo is-a-$(tty | cut -d/ -f2-3)-$(tput cols)x$(tput lines)");
  terminal.press("Enter");
  await terminal.see(/^is-a-dev\/pts-100x30$/m);
  terminal.resize(80, 24);
  terminal.type("sleep 1; echo now-$(tput cols)x$(tput lines)");
  terminal.press("Enter");
  await terminal.see(/^now-80x24$/m);
  terminal.type("exit 9");
  terminal.press("Enter");
  await terminal.see(/^status 9,\s+icanon/m);
});

it("hands Ctrl-C to the program inside and ends at Ctrl-D, with the terminal restored", async () => {
  using terminal = open("shell");
  await terminal.see(PROMPT);
  terminal.type("cat");
  terminal.press("Enter");
  terminal.press("C-c");
  await terminal.see(/\^C/);
  terminal.press("Enter");
  terminal.type("echo still-here");
  terminal.press("Enter");
  await terminal.see(/^still-here\n.*[$#] *$/m);
  terminal.press("C-d");
  await terminal.see(/^status 0,\s+icanon/m);
});

it("gives the terminal back when the container dies", async () => {
  using terminal = open("shell");
  await terminal.see(PROMPT);
  const [id = ""] = docker([
    ...["ps", "--quiet", "--filter", `label=agent-sandbox.workspace=${workspace.path}`],
  ]);
  docker(["kill", id]);
  await terminal.see(/Error: Cannot go on: the sandbox has ended/);
  await terminal.see(/^status 125,\s+icanon/m);
});

it("ends what runs in it when the terminal is closed", async () => {
  {
    using terminal = open("shell");
    await terminal.see(PROMPT);
    terminal.type("sleep 4321 & sleep 0.3; echo runs-$((1 + 1)); wait");
    terminal.press("Enter");
    await terminal.see(/^runs-2$/m);
  }
  const gone = "for i in $(seq 50); do pgrep -f 'sleep 432[1]' || exit 0; sleep 0.1; done; exit 9";
  const { status } = await cli(["run", workspace.path, "--", "sh", "-c", gone]);
  expect(status).toBe(0);
});

it("without a terminal reads commands from its input", async () => {
  const { status, stdout } = await cli(["shell", workspace.path], {
    input: "echo $((6 * 7))\nexit 4\n",
  });
  expect({ status, stdout }).toEqual({ status: 4, stdout: "42\n" });
});

it("is the default command, also for a path and for a leading flag", async () => {
  const input = "pwd\n";
  const expected = `/workspace/${workspace.path.split("/").at(-1) ?? ""}\n`;
  expect((await cli([], { cwd: workspace.path, input })).stdout).toBe(expected);
  expect((await cli([workspace.path], { input })).stdout).toBe(expected);
  expect((await cli(["--build"], { cwd: workspace.path, input })).stdout).toBe(expected);
});

it("keeps the history of commands in a volume of this workspace", async () => {
  const script = "echo $HISTFILE; stat -c %U /commandhistory";
  const { stdout } = await cli(["run", workspace.path, "--", "bash", "-ic", script]);
  expect(stdout).toBe("/commandhistory/.bash_history\nnode\n");
});
