// An agent on the host itself: asked for, recorded, and by its program's own rules. The programs are scripts
// that say how they were started.
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

import { CLI, cli, cliOk } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";
import { trust } from "../support/trust.ts";
import { configure, makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let top: string;

/** Says how it was started, what it was told, and ends with a status of its own. */
const PROGRAM = `#!/bin/sh
printf '%s\\n' "$0" "$PWD" >> "$SAID"
for word; do printf '<%s>' "$word" >> "$SAID"; done
[ -t 0 ] || cat >> "$SAID"
case "$*" in
  *sleep*) exec sleep 60 ;;
  *leaves*)
    printf 'x%.0s' $(seq 9000)
    sh -c 'trap "" TERM; exec sleep 600' &
    printf '\\npid %s\\n' "$!" >> "$SAID" ;;
esac
case "$*" in *stays*) wait ;; esac
[ ! -t 1 ] || { echo "talk to me"; read -r line; echo "heard $line"; }
exit 7
`;

beforeAll(() => {
  workspace = makeRepository();
  top = join(workspace.path, "..");
  mkdirSync(join(top, "bin"));
  for (const name of ["claude", "codex"]) {
    writeFileSync(join(top, "bin", name), PROGRAM);
    chmodSync(join(top, "bin", name), 0o755);
  }
  const keys = "tools: Read, Bash(git log:*)\ndisallowed-tools: [Write, Edit]\nmodel: opus";
  workspace.host(`mkdir -p .claude/agents .agent-sandbox
    printf -- '---\n${keys.replaceAll("\n", "\\n")}\n---\nYou read.\n' > .claude/agents/reader.md
    printf -- '---\n---\nsleep\n' > .claude/agents/sleeper.md
    printf -- '---\n---\nleaves\n' > .claude/agents/leaver.md
    printf -- '---\n---\nleaves, and stays\n' > .claude/agents/stayer.md`);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

beforeEach(() => {
  rmSync(said(), { force: true });
  configure(workspace, {});
});

const said = () => join(top, "said");
const whatItSaid = () => workspace.host(`cat ${said()} 2>/dev/null || true`);

const env = () => ({
  ...{ XDG_STATE_HOME: join(top, "state"), HOME: top, SAID: said(), NO_COLOR: "1" },
  PATH: `${join(top, "bin")}:${process.env["PATH"] ?? ""}`,
});
/** Writes a configuration that the user of these tests accepts. */
const accept = (config: object) => {
  configure(workspace, config);
  trust(workspace.path, env());
};
const agent = async (...words: readonly string[]) =>
  await cli(["agent", "run", "reader", workspace.path, ...words], { env: env() });
const log = async () => await cliOk(["log", workspace.path, "--json"], { env: env() });

describe("without a terminal", () => {
  it("is refused without anybody's word: no flag that turns the sandbox off is that", async () => {
    const { status, stderr } = await agent("--no-sandbox", "--no-sandbox", "--", "hello");
    expect(status).toBe(125);
    expect(stderr).toMatch(/without a sandbox: there is no terminal to ask on.*--yes.*--sandbox/s);
    expect(whatItSaid()).toBe("");
    expect(await log()).toBe("");
  });

  it("runs the host's own program with --yes, by its own rules, and ends with its status", async () => {
    const { status } = await agent("--no-sandbox", "--yes", "--", "hello");
    expect(status).toBe(7);
    const [program, directory, words] = whatItSaid().split("\n");
    expect({ program, directory }).toEqual({
      ...{ program: join(top, "bin/claude"), directory: workspace.path },
    });
    expect(words).toContain("<--allowedTools><Bash(git log:*)><Read>");
    expect(words).toContain("<--disallowedTools><Edit><Write>");
    expect(words).toContain("<--model=opus><--append-system-prompt><You read.>");
    expect(words).not.toContain("dangerously");
    expect(whatItSaid()).toMatch(/hello$/);
  });

  it("tells Codex to read alone where nothing may be written", async () => {
    await agent("--no-sandbox", "--yes", "--agent", "codex", "--", "hello");
    expect(whatItSaid()).toMatch(
      /<exec>.*<--sandbox><read-only>.*<developer_instructions="You read.">/,
    );
  });

  it("is on record, with who ran what, and the record holds", async () => {
    await agent("--no-sandbox", "--yes", "--", "hello");
    const records = (await log()).trim().split("\n").slice(-2);
    expect(records.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        ...{ event: "run.started", engine: "none", agent: "reader", program: "claude" },
        ...{ user: workspace.host("id -un 0").trim(), workspace: workspace.path },
      },
      { event: "run.finished", engine: "none", agent: "reader", status: 7 },
    ]);
    const table = await cliOk(["log", workspace.path, "--agent", "reader"], { env: env() });
    expect(table).toContain("without a sandbox, by root");
    await cliOk(["log", "--verify"], { env: env() });
  });

  it("is 127 where the program is not there, or only where the repository put it", async () => {
    symlinkSync(join(top, "bin/claude"), join(workspace.path, "claude"));
    const words = ["agent", "run", "reader", "--no-sandbox", "--yes", "--", "hello"];
    const elsewhere = { ...env(), PATH: `:.:/usr/bin:/bin` };
    const { status, stderr } = await cli(words, { cwd: workspace.path, env: elsewhere });
    expect({ status, stderr }).toMatchObject({
      ...{ status: 127, stderr: expect.stringContaining("Install it") as unknown },
    });
    rmSync(join(workspace.path, "claude"));
  });

  it("is ended by its time limit, and by a signal", async () => {
    const words = ["agent", "run", "sleeper", workspace.path, "--no-sandbox", "--yes"];
    const late = await cli([...words, "--timeout", "1s", "--", "x"], { env: env() });
    expect(late.status).toBe(124);
    const onStart = (kill: (signal: NodeJS.Signals) => void) =>
      void started().then(() => {
        kill("SIGTERM");
      });
    rmSync(said(), { force: true });
    expect((await cli([...words, "--", "x"], { env: env(), onStart })).status).toBe(143);
  });

  it("takes all that the program has started with it at its time limit, also what holds the output and stays", async () => {
    const words = ["agent", "run", "stayer", workspace.path, "--no-sandbox", "--yes"];
    const { status } = await cli([...words, "--timeout", "1s", "--", "x"], { env: env() });
    expect(status).toBe(124);
    expect(leftBehind()).toBe(false);
  });

  it("ends with the program, and waits for nothing that it left behind", async () => {
    const words = ["agent", "run", "leaver", workspace.path, "--no-sandbox", "--yes", "--json"];
    const { status, stdout } = await cli([...words, "--", "x"], { env: env() });
    expect({ status, reported: JSON.parse(stdout) as unknown }).toMatchObject({
      ...{ status: 7, reported: { status: 7 } },
    });
    const { transcript } = JSON.parse(stdout) as { transcript: string };
    expect(readFileSync(transcript, "utf8")).toContain("x".repeat(9000));
    expect(leftBehind()).toBe(true);
    process.kill(pidBehind(), "SIGKILL");
  });

  it("has no branch to work on, and says so", async () => {
    const { status, stderr } = await agent("--no-sandbox", "--yes", "--branch", "feat", "--", "x");
    expect({ status, stderr }).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining("in a sandbox alone") as unknown },
    });
  });
});

const pidBehind = () => Number(/^pid (\d+)$/m.exec(whatItSaid())?.[1]);

/** What has ended counts as gone, whether anybody has asked for its status or not. */
function leftBehind(): boolean {
  expect(pidBehind()).toBeGreaterThan(1);
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pidBehind()}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function started(): Promise<void> {
  for (let left = 400; left > 0 && !whatItSaid().includes(">"); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("enabled: false", () => {
  it("asks for an agent as the flag does, and --sandbox goes before it", async () => {
    accept({ enabled: false, container: { image: "none.example/absent:1" } });
    expect((await agent("--", "x")).stderr).toContain("there is no terminal to ask on");
    expect((await agent("--yes", "--", "x")).status).toBe(7);
    const sandboxed = await agent("--sandbox", "--yes", "--", "x");
    expect(sandboxed.stderr).toContain("none.example/absent:1");
    expect(sandboxed.status).toBe(125);
    accept({ enabled: true });
    expect((await agent("--no-sandbox", "--yes", "--", "x")).status).toBe(7);
  });

  it("is asked of whoever has not accepted it as a repository's word, also with --yes", async () => {
    writeFileSync(join(workspace.path, ".agent-sandbox/config.json"), '{ "enabled": false }');
    rmSync(join(top, "state/agent-sandbox/trust"), { recursive: true, force: true });
    const { status, stderr } = await agent("--yes", "--", "x");
    expect({ status, stderr }).toMatchObject({
      ...{ status: 125, stderr: expect.stringMatching(/agent-sandbox trust/) as unknown },
    });
    expect(whatItSaid()).toBe("");
  });

  it("opens no sandbox by another command, which names the way", async () => {
    accept({ enabled: false });
    for (const words of [
      ["start", workspace.path],
      ["run", workspace.path, "--", "true"],
    ]) {
      const { status, stderr } = await cli(words, { env: env() });
      expect(status).toBe(125);
      expect(stderr).toMatch(/"enabled" of ".*config.json" is false.*agent run NAME --no-sandbox/s);
    }
  });

  it("hands no rules on where the policy enforces none", async () => {
    accept({ tools: { "enforce-agent-permissions": false, deny: ["WebFetch"] } });
    await agent("--no-sandbox", "--yes", "--", "x");
    expect(whatItSaid()).toContain("<--verbose><--disallowedTools><WebFetch><--model=opus>");
  });
});

describe("on a terminal", () => {
  const open = (...words: readonly string[]) =>
    openTerminal(
      `${process.execPath} ${CLI} agent run reader ${workspace.path} ${words.join(" ")}; echo "status=$?"`,
      env(),
    );

  it("says what is given up, and takes all but a yes for a no", async () => {
    using terminal = open("--no-sandbox");
    await terminal.see(/Continue\? \[y\/N\]/);
    const screen = terminal.screen();
    for (const word of [
      "reader",
      "Claude Code",
      "as root",
      "files",
      "network",
      "guardrails",
      "secrets",
    ]) {
      expect(screen).toContain(word);
    }
    terminal.press("Enter");
    await terminal.see(/nobody has agreed to it[^]*status=125/);
    expect(whatItSaid()).toBe("");
  });

  it("goes on after a yes, and lets the person talk to it", async () => {
    using terminal = open("--no-sandbox");
    await terminal.see(/Continue\? \[y\/N\]/);
    terminal.type("y");
    terminal.press("Enter");
    await terminal.see(/talk to me/);
    terminal.type("hello there");
    terminal.press("Enter");
    await terminal.see(/heard hello there[^]*status=7/);
    expect(whatItSaid()).not.toContain("--print");
  });

  it("is given up by Ctrl-C", async () => {
    using terminal = open("--no-sandbox", "--", "hello");
    await terminal.see(/Continue\? \[y\/N\]/);
    terminal.press("C-c");
    await terminal.see(/status=130/);
    expect(whatItSaid()).toBe("");
  });
});
