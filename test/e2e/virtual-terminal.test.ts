import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI, cliOk } from "../support/cli.ts";
import { openTerminal, type TestTerminal } from "../support/terminal.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let state: string;
/** A disk of the test's own. */
let disk: string;

beforeAll(() => {
  workspace = makeRepository();
  workspace.host(
    "mkdir 'a dir'; echo in > 'a dir/file.txt'; echo S > .env; echo root=true > .editorconfig",
  );
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  disk = mkdtempSync(join(tmpdir(), "agent-sandbox-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  execFileSync("umount", [disk]);
  for (const directory of [disk, state]) rmSync(directory, { recursive: true });
});

const env = () => ({ XDG_STATE_HOME: state, HOME: state, NO_COLOR: "1" });
const open = (flags: string) =>
  openTerminal(
    `cd ${workspace.path}; ${process.execPath} ${CLI} virtual ${flags}; echo "status $?, $(stty -a | grep -o '.icanon')"`,
    env(),
  );

/** At the end of what is shown. */
const prompt = (directory = ".*") => new RegExp(`^\\[virtual\\] ${directory} \\$ *\\n*$`, "m");

async function enter(terminal: TestTerminal, line: string, seen: RegExp): Promise<void> {
  terminal.type(line);
  terminal.press("Enter");
  await terminal.see(seen);
}

it("shows where it is, runs what is typed, and ends with what exit says", async () => {
  using terminal = open("");
  await terminal.see(prompt(workspace.path));
  await enter(terminal, "cd /tmp; echo $((6 * 7))", /^42$/m);
  await terminal.see(prompt("/tmp"));
  await enter(terminal, "exit 9", /^status 9,\s+icanon/m);
});

it("waits for the rest of a command, and forgets it at Ctrl-C", async () => {
  using terminal = open("");
  await terminal.see(prompt());
  await enter(terminal, "for i in 1 2", /^> *$/m);
  await enter(terminal, "do echo [$i]; done", /^\[1\]\n\[2\]$/m);
  await enter(terminal, "echo 'not", /'not\n> *$/m);
  terminal.press("C-c");
  await terminal.see(/\^C\n\[virtual\]/);
  terminal.type("half a li");
  terminal.press("C-c");
  await enter(terminal, "echo whole", /^whole$/m);
  expect(terminal.screen()).not.toContain("not found");
});

it("ends the command that runs at Ctrl-C, and itself at Ctrl-D, with the last status", async () => {
  using terminal = open("");
  await terminal.see(prompt());
  await enter(terminal, "echo up; while :; do :; done", /^up$/m);
  terminal.press("C-c");
  await terminal.see(/aborted\n\[virtual\]/);
  await enter(terminal, "echo status $?; (exit 3)", /^status 130$/m);
  terminal.press("C-d");
  await terminal.see(/^status 3,\s+icanon/m);
});

it("lets a command that reads be typed to, a line at a time, until Ctrl-D", async () => {
  using terminal = open("--timeout 2s");
  await terminal.see(prompt());
  await enter(terminal, "cat", /\$ cat\n*$/m);
  await enter(terminal, "first line", /^first line\nfirst line$/m);
  terminal.type("secn");
  terminal.press("BSpace");
  await enter(terminal, "ond", /^second\nsecond$/m);
  // Longer than any command may take by itself.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await enter(terminal, "third", /^third\nthird$/m);
  terminal.press("C-d");
  await terminal.see(prompt());
  await enter(terminal, "cat > /tmp/a; cat > /tmp/b", /tmp\/b\n*$/m);
  for (const line of ["in a", "in b"]) {
    terminal.type(line);
    terminal.press("Enter");
    terminal.press("C-d");
  }
  await terminal.see(/^in b\n\[virtual\]/m);
  await enter(terminal, "echo; grep . /tmp/a /tmp/b", /^\/tmp\/a:in a\n\/tmp\/b:in b$/m);
});

it("asks behind what a command has printed, also while the answer is changed", async () => {
  using terminal = open("");
  await terminal.see(prompt());
  await enter(terminal, "printf 'Your name: '; read -r x; echo \"<$x>\"", /^Your name: *$/m);
  terminal.type("Bopx");
  for (let presses = 0; presses < 2; presses += 1) terminal.press("BSpace");
  await terminal.see(/^Your name: Bo *$/m);
  await enter(terminal, "b", /^Your name: Bob\n<Bob>$/m);
  await enter(terminal, "printf unended", /^unended\[virtual\]/m);
});

it("ends a command that waits to be typed to at Ctrl-C, and keeps no answer in the history", async () => {
  using terminal = open("");
  await terminal.see(prompt());
  await enter(terminal, "read -r secret; cat", /cat\n*$/m);
  await enter(terminal, "my answer", /^my answer\n*$/m);
  terminal.type("half");
  terminal.press("C-c");
  await terminal.see(/aborted\n\[virtual\]/);
  await enter(terminal, "echo $? $secret", /^130 my answer$/m);
  terminal.press("Up");
  terminal.press("Up");
  await terminal.see(/\$ read -r secret; cat *\n*$/);
  terminal.press("C-c");
  terminal.press("C-d");
  await terminal.see(/^status \d+,\s+icanon/m);
});

it("goes on after an error that would end a script", async () => {
  using terminal = open("");
  await terminal.see(prompt());
  await enter(terminal, "echo ${none:?is not set}", /none: is not set/);
  await enter(terminal, "echo still here", /^still here$/m);
});

it("completes commands, functions and paths by Tab", async () => {
  using terminal = open("--import .");
  await terminal.see(prompt());
  await enter(terminal, "greeting() { echo hello; }", /\}\n\[virtual\]/);
  const complete = async (line: string, seen: RegExp) => {
    terminal.type(line);
    await terminal.see(new RegExp(`${line.replaceAll(/[\\|]/g, "\\$&")}$`, "m"));
    terminal.press("Tab");
    await terminal.see(seen);
    terminal.press("C-c");
    // Before the next prompt, what is typed is the terminal's own.
    await terminal.see(/\$\s*$/);
  };
  await complete("unset x; greet", /greeting *$/m);
  await complete("mkd", /mkdir *$/m);
  await complete("cat REA", /cat README\.md *$/m);
  await complete("cat a", /cat a\\ dir\/$/m);
  await complete("cat a\\ dir/f", /cat a\\ dir\/file\.txt *$/m);
  // What the policy hides is no second one.
  await complete("cat .e", /cat \.editorconfig *$/m);
});

it("keeps the history for the next session, for its owner alone", async () => {
  {
    using terminal = open("");
    await terminal.see(prompt());
    await enter(terminal, "echo first-$((20 + 3))", /^first-23$/m);
    await enter(terminal, " echo not-$((40 + 2))", /^not-42$/m);
    terminal.press("C-d");
    await terminal.see(/^status 0/m);
  }
  using terminal = open("");
  await terminal.see(prompt());
  terminal.press("Up");
  await terminal.see(/\$ echo first/m);
  terminal.press("Enter");
  await terminal.see(/^first-23$/m);
  const file = join(state, "agent-sandbox/history/virtual");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain("not-");
});

it("saves what there is when the terminal is closed", async () => {
  const file = join(state, "closed.snapshot");
  {
    using terminal = open(`--snapshot ${file}`);
    await terminal.see(prompt());
    await enter(terminal, "echo saved > /tmp/f; echo ready-$((1 + 1))", /^ready-2$/m);
  }
  const there = () => readdirSync(state).includes("closed.snapshot");
  for (let left = 100; left > 0 && !there(); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const words = ["virtual", workspace.path, "--snapshot", file, "-c", "cat /tmp/f"];
  expect(await cliOk(words, { env: env() })).toBe("saved\n");
});

it("loses nothing on a full disk: it goes on until there is room, and what was there stays", async () => {
  const file = join(disk, "work.snapshot");
  const words = ["virtual", workspace.path, "--snapshot", file, "-c"];
  await cliOk([...words, "echo old > /tmp/f"], { env: env() });
  const before = readFileSync(file);
  using terminal = open(`--snapshot ${file}`);
  await terminal.see(prompt());
  await enter(
    terminal,
    "echo new > /tmp/f; head -c 300000 /dev/zero > /tmp/big; echo r-$((1+1))",
    /^r-2$/m,
  );
  terminal.press("C-d");
  await terminal.see(/Cannot write ".*": the disk is full/);
  await terminal.see(prompt());
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(disk)).toEqual(["work.snapshot"]);
  await enter(terminal, "rm /tmp/big; cat /tmp/f", /^new$/m);
  terminal.press("C-d");
  await terminal.see(/^status 0,/m);
  expect(await cliOk([...words, "cat /tmp/f"], { env: env() })).toBe("new\n");
});

it("leaves without saving where it is ended twice", async () => {
  const file = join(disk, "no-room/work.snapshot");
  using terminal = open(`--snapshot ${file}`);
  await terminal.see(prompt());
  terminal.press("C-d");
  await terminal.see(/Cannot write[^]*leave without saving/);
  await terminal.see(prompt());
  terminal.press("C-d");
  await terminal.see(/^status 125,\s+icanon/m);
});

it("asks nothing on a terminal where its output goes elsewhere", async () => {
  const script = join(state, "script");
  writeFileSync(script, "echo $((6 * 7))\n");
  using terminal = open(`< ${script} | cat`);
  await terminal.see(/^42$/m);
  expect(terminal.screen()).not.toContain("[virtual]");
});
