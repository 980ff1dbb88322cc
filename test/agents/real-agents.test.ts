// The real Claude Code and the real Codex of the image, opened by the real command line, against a
// server of the tests' own that wants what a model could want.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, type CliOptions } from "../support/cli.ts";
import { makeScratch, type Scratch } from "./scratch.ts";
import { docker, type Workspace } from "../support/workspace.ts";
import { trust } from "../support/trust.ts";
import { KEYS, type ModelRequest, type Models, openModels, promptFor } from "./models.ts";
import { makeModelsWorkspace } from "./models-workspace.ts";

let models: Models;
let workspace: Workspace;
let scratch: Scratch;
/** How many requests came before this test's. */
let earlier = 0;

const made = new AsyncDisposableStack();

beforeAll(async () => {
  models = made.use(await openModels("agent-sandbox.test=real-agents"));
  workspace = made.use(await makeModelsWorkspace(models));
  scratch = made.use(makeScratch());
  trust(workspace.path, { XDG_STATE_HOME: scratch.path });
});

afterAll(async () => {
  await made.disposeAsync();
});

const inside = (path: string) => `/workspace/${basename(workspace.path)}/${path}`;

/** Lets an agent work; its state folder is the tests' own, and both keys are there. */
async function work(words: readonly string[], options: CliOptions = {}) {
  earlier = (await models.requests()).length;
  const env = {
    XDG_STATE_HOME: scratch.path,
    ANTHROPIC_API_KEY: KEYS.claude,
    CODEX_API_KEY: KEYS.codex,
    ...options.env,
  };
  return await cli(["run", workspace.path, "--timeout", "2m", ...words], { ...options, env });
}

/** What the models were asked since the last `work`. */
async function asked(): Promise<readonly ModelRequest[]> {
  const all = (await models.requests()).slice(earlier);
  return all.filter(({ path }) => path.startsWith("/v1/"));
}

/** What the tools have answered, as the model was told last. */
async function answers(): Promise<readonly string[]> {
  return (await asked()).at(-1)?.results ?? [];
}

/** How a run has ended; with what it told where it has failed, so that the failed test says why. */
function endOf({ status, stdout, stderr }: Awaited<ReturnType<typeof work>>) {
  return { status, stdout, told: status === 0 ? "" : stderr };
}

/** The end of a run whose agent has said this last. */
function saying(message: string) {
  return { status: 0, stdout: `${message}\n`, told: "" };
}

const AGENTS = ["claude", "codex"] as const;
const PATH = { claude: "/v1/messages", codex: "/v1/responses" };
const HEADER = {
  claude: ["x-api-key", KEYS.claude],
  codex: ["authorization", `Bearer ${KEYS.codex}`],
};

describe.each(AGENTS)("run --agent %s", (agent) => {
  const run = (prompt: string, ...flags: readonly string[]) =>
    work(["--agent", agent, ...flags, "--", prompt]);

  it("writes a file, runs a command and commits, and says what it did", async () => {
    const prompt = promptFor(
      { write: { path: inside(`${agent}.txt`), content: "made\n" } },
      {
        shell: `git add ${agent}.txt && git commit --quiet --message "By ${agent}" && echo $((6*7))`,
      },
      { say: "It is done." },
    );
    const result = await run(prompt);
    expect(endOf(result)).toEqual(saying("It is done."));
    expect(result.stderr).toContain("git commit --quiet");
    expect(result.stderr).toContain(inside(`${agent}.txt`));
    expect(readFileSync(join(workspace.path, `${agent}.txt`), "utf8")).toBe("made\n");
    expect(workspace.host("git log -1 --format=%s%x20%an")).toBe(`By ${agent} Test\n`);
    expect(workspace.host("git status --porcelain --untracked-files=no")).toBe("");
    expect((await answers())[1]).toContain("42");
  });

  it("brings its key to its own models, and no other key anywhere", async () => {
    await run(promptFor({ say: "Hello." }));
    const requests = await asked();
    const [header = "", value] = HEADER[agent];
    expect(requests.length).toBeGreaterThan(0);
    for (const { path, headers } of requests) {
      expect(path).toBe(PATH[agent]);
      expect(headers[header]).toBe(value);
      const rest = JSON.stringify({ ...headers, [header]: "" });
      for (const key of Object.values(KEYS)) expect(rest).not.toContain(key);
    }
    expect(await models.internet.hits()).toEqual([]);
  });

  it.each([
    ["your checkout", (name: string) => inside(name), []],
    [
      "a branch",
      (name: string) => `/repo-shelf/worktrees/refused-${agent}/${name}`,
      ["--branch", `refused-${agent}`, "--no-fetch"],
    ],
  ])(
    "is refused what is closed, also where the hook cannot know it, on %s",
    async (_, at, flags) => {
      const head = workspace.host("git rev-parse HEAD");
      const prompt = promptFor(
        { shell: 'curl --silent --show-error --max-time 5 "https://$(echo evil).example/"' },
        { shell: "git commit --allow-empty --no-verify --message x" },
        { shell: 'echo exit 0 > "$(git rev-parse --git-path hooks)/pre-commit"' },
        { shell: 'echo all: > "$(echo Makefile)"' },
        { write: { path: at("Makefile"), content: "all:\n" } },
        { say: "I could not." },
      );
      const result = await run(prompt, ...flags);
      expect(endOf(result)).toEqual(saying("I could not."));
      const [host, commit, hook, makefile, told] = await answers();
      expect(host).toContain("Could not resolve host: evil.example");
      expect(commit).toContain("blocked git commit --no-verify");
      expect(hook).toContain("Read-only file system");
      expect(makefile).toContain("Read-only file system");
      expect(told).toContain("protected-path");
      expect(workspace.host("git rev-parse HEAD")).toBe(head);
      expect(workspace.host("git branch --list 'refused-*'")).toBe("");
      expect(workspace.host("ls .git/hooks")).not.toMatch(/^pre-commit$/m);
      expect(workspace.host("cat Makefile")).toBe("");
      const queries = await models.internet.queries();
      expect(queries.filter((query) => query.includes("evil.example"))).toEqual([]);
    },
  );

  it("works on a branch of its own, and brings it home by a push", async () => {
    const prompt = promptFor(
      { shell: `echo x > ${agent}-branch.txt && git add . && git commit --quiet -m Branch` },
      { shell: 'git push host HEAD:main; echo Makefile >> "$(echo Makefile)"' },
      { shell: "git push --quiet host HEAD" },
      { say: "Pushed." },
    );
    const main = workspace.host("git rev-parse main");
    const result = await run(prompt, "--branch", `of-${agent}`, "--no-fetch");
    expect(endOf(result)).toEqual(saying("Pushed."));
    expect((await answers())[1]).toMatch(/rejected[^]*Makefile: Read-only file system/);
    expect(workspace.host("git rev-parse main")).toBe(main);
    expect(workspace.host(`git show --format=%s of-${agent}:${agent}-branch.txt`)).toBe("x\n");
    expect(workspace.host("git rev-parse --abbrev-ref HEAD")).toBe("main\n");
    expect(workspace.host("ls")).not.toContain(`${agent}-branch.txt`);
  });

  it("keeps what it told for its owner alone, and the record says where", async () => {
    const { stdout } = await run(promptFor({ say: "For the record." }), "--json");
    const report = JSON.parse(stdout) as { readonly transcript: string };
    expect(report).toMatchObject({ agent, status: 0, message: "For the record." });
    expect(statSync(report.transcript).mode & 0o777).toBe(0o600);
    const text = readFileSync(report.transcript, "utf8");
    expect(text).toContain("For the record.");
    for (const line of text.split("\n").filter(Boolean)) expect(line).toMatch(/^\{.*\}$/);
    const record = records().find((one) => one.includes(report.transcript)) ?? "";
    expect(record).toContain(`"program":"${agent}"`);
    expect(record).not.toContain("For the record.");
  });

  it("leaves its key in no file of the host and in nothing that Docker keeps", async () => {
    await run(promptFor({ say: "Hello." }));
    const key = KEYS[agent];
    expect(filesOf(scratch.path).filter((file) => readFileSync(file).includes(key))).toEqual([]);
    expect(workspace.host(`grep --recursive --files-with-matches ${key} . || true`)).toBe("");
    const ids = docker([
      "ps",
      "--all",
      "--quiet",
      "--filter",
      `label=agent-sandbox.workspace=${workspace.path}`,
    ]);
    expect(docker(["inspect", ...ids]).filter((word) => word.includes(key))).toEqual([]);
  });

  it("says how to sign in where nothing signs it in, with the agent's own status", async () => {
    const without = { ANTHROPIC_API_KEY: undefined, CODEX_API_KEY: undefined };
    const words = ["--agent", agent, "--", promptFor({ say: "Hello." })];
    const { status, stderr } = await work(words, { env: without });
    expect(status).toBe(1);
    expect(stderr).toContain(`agent-sandbox login ${agent}`);
    expect(stderr.match(/is not let in/g)).toHaveLength(1);
  });

  it("takes a prompt of any length from standard input", async () => {
    const input = `${promptFor({ say: "I have read it." })}\n${"word ".repeat(60_000)}`;
    const result = await work(["--agent", agent, "--", "-"], { input });
    expect(endOf(result)).toEqual(saying("I have read it."));
  });

  it("is ended by Ctrl-C, with what it began", async () => {
    const prompt = promptFor({ shell: "echo $$ > pid; sleep 4711" }, { say: "Woke up." });
    const { status, stdout } = await work(["--agent", agent, "--", prompt], {
      onStart: (kill) => {
        void until("pid").then(() => {
          kill("SIGINT");
        });
      },
    });
    expect(status).toBe(agent === "claude" ? 130 : 1);
    expect(stdout).not.toContain("Woke up.");
    expect(await sleepers()).toBe("");
  });
});

it("ends an agent at its time limit", async () => {
  const words = ["--agent", "codex", "--timeout", "5s", "--", promptFor({ shell: "sleep 4711" })];
  const { status, stderr } = await work(words);
  expect(status).toBe(124);
  expect(stderr).toContain("Transcript: ");
  expect(await sleepers()).toBe("");
});

it("names the transcript of an agent that its time limit has ended", async () => {
  // Codex goes on after ten seconds of each.
  const prompt = promptFor(...Array.from({ length: 4 }, () => ({ shell: "sleep 4711" })));
  const { status, stdout } = await work([
    ...["--agent", "codex", "--timeout", "20s", "--json", "--", prompt],
  ]);
  expect(status).toBe(124);
  const report = JSON.parse(stdout) as { readonly transcript: string };
  expect(report).toMatchObject({ agent: "codex", status: 124, error: { code: "TIMED_OUT" } });
  expect(readFileSync(report.transcript, "utf8")).toContain("sleep 4711");
  expect(await sleepers()).toBe("");
});

it("hands the model's name on", async () => {
  const words = [
    "--agent",
    "claude",
    "--model",
    "sonnet",
    "--json",
    "--",
    promptFor({ say: "Hi." }),
  ];
  const { transcript } = JSON.parse((await work(words)).stdout) as { readonly transcript: string };
  expect(readFileSync(transcript, "utf8")).toMatch(/"model":"claude-sonnet/);
});

it.each([
  [["--agent", "copilot", "--", "x"], 'there is no agent "copilot"'],
  [["--agent", "codex", "--", "fix", "it"], "the prompt is more than one argument"],
  [["--agent", "codex", "--", " "], "no prompt is given"],
  [["--agent", "codex"], "no prompt is given"],
])("refuses %j before anything starts", async (words, sentence) => {
  const { status, stderr } = await work(words);
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});

/** Waits for a file that the agent writes, and takes it away. */
async function until(name: string): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    if (readdirSync(workspace.path).includes(name)) {
      workspace.host(`rm ${name}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function sleepers(): Promise<string> {
  const { stdout } = await cli(["run", workspace.path, "--", "pgrep", "--full", "^sleep 4711"]);
  return stdout;
}

function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every line of every record. */
function records(): readonly string[] {
  const audit = filesOf(join(scratch.path, "agent-sandbox/audit"));
  return audit.flatMap((file) => readFileSync(file, "utf8").split("\n"));
}
