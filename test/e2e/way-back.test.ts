import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import { CLI, cli, cliOk } from "../support/cli.ts";
import { docker } from "../support/docker.ts";
import { until } from "../support/sandbox-image.ts";
import { openTerminal } from "../support/terminal.ts";

let workspace: BranchWorkspace;

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  await workspace.run("feat", "true");
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const on = (command: string, branch: string, ...flags: readonly string[]) =>
  cli([command, branch, workspace.path, ...flags]);
const okOn = (command: string, branch: string, ...flags: readonly string[]) =>
  cliOk([command, branch, workspace.path, ...flags]);
const commit = async (branch: string, file: string, content: string) => {
  const write = `echo '${content}' > ${file}; git add . && git commit --quiet --message '${content}'`;
  const { status, stderr, stdout } = await workspace.run(branch, `${write}; git rev-parse HEAD`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim();
};
const commitOf = (ref: string) => workspace.host(`git rev-parse ${ref}`).trim();

describe("review and diff", () => {
  it("say that there is nothing new", async () => {
    expect(await okOn("review", "feat")).toBe("feat brings nothing new\n");
    expect(await okOn("diff", "feat")).toBe("");
  });

  it("show what is committed, whether the host has it already or not", async () => {
    const tip = await commit("feat", "new.txt", "one");
    const expected = `feat: 1 commit, 1 file\n  ${tip.slice(0, 10)} one (Test)\n\nChanges:\n  A new.txt  +1 -0\n`;
    expect(await okOn("review", "feat")).toBe(expected);
    await workspace.run("feat", "echo not committed > other.txt; git push --quiet");
    expect(await okOn("review", "feat")).toBe(expected);
    expect(await okOn("diff", "feat")).toContain("+++ b/new.txt\n@@ -0,0 +1 @@\n+one\n");
    expect(JSON.parse(await okOn("review", "feat", "--json"))).toMatchObject({
      ...{ name: "feat", tip, base: commitOf("main") },
      commits: [{ commit: tip, subject: "one", author: "Test" }],
      changes: [{ path: "new.txt", status: "A", risks: [] }],
    });
  });
});

describe("a patch", () => {
  const LATIN = String.raw`caf\351\r\n\377\033[31m\n`;
  const apply = (...flags: readonly string[]) => {
    const patch = openSync(join(workspace.path, "../patch"), "w", 0o644);
    execFileSync(process.execPath, [CLI, "diff", "latin", workspace.path, ...flags], {
      stdio: ["ignore", patch, "inherit"],
    });
    closeSync(patch);
    workspace.host("git apply --whitespace=nowarn ../patch");
  };

  it("has the files' own bytes, to be applied on the host", async () => {
    const write = `printf '${LATIN}' > latin.txt; printf '\\0\\377' > blob; git add .`;
    await workspace.run("latin", `${write}; git commit --quiet --message latin`);
    expect(() => apply()).toThrow(/cannot apply binary patch to 'blob' without full index line/);
    apply("--binary");
    const bytes = (file: string) => readFileSync(join(workspace.path, file), "latin1");
    expect([bytes("latin.txt"), bytes("blob")]).toEqual(["caf\xe9\r\n\xff\x1b[31m\n", "\0\xff"]);
    workspace.host("rm latin.txt blob");
  });

  it("moves no cursor on a terminal", async () => {
    using terminal = openTerminal(`${process.execPath} ${CLI} diff latin ${workspace.path}`);
    await terminal.see(/␛\[31m/);
  });
});

describe("fetch", () => {
  it("brings a branch forward, and says when it is there", async () => {
    const tip = await commit("feat", "new.txt", "two");
    const short = tip.slice(0, 10);
    expect(await okOn("fetch", "feat")).toBe(
      `feat is now refs/heads/feat on the host, at ${short}\n`,
    );
    expect(commitOf("feat")).toBe(tip);
    expect(JSON.parse(await okOn("fetch", "feat", "--json"))).toEqual({
      ...{ name: "feat", ref: "refs/heads/feat", commit: tip, changed: false },
    });
    expect(workspace.host("git status --short")).toBe("");
  });

  it("puts it aside where the host's own branch is checked out, or went another way", async () => {
    workspace.host("git checkout --quiet feat");
    const tip = await commit("feat", "new.txt", "three");
    const said = await okOn("fetch", "feat");
    expect(said).toContain("feat is now refs/sandbox/feat on the host");
    expect(said).toContain("refusing to update checked out branch");
    workspace.host("git commit --quiet --allow-empty -m own && git checkout --quiet main");
    const own = commitOf("feat");
    expect(await okOn("fetch", "feat")).toContain("was already refs/sandbox/feat");
    expect([commitOf("feat"), commitOf("refs/sandbox/feat")]).toEqual([own, tip]);
    workspace.host("git branch --quiet --force feat refs/sandbox/feat");
  });

  it("goes on beside commands that end the gates that nobody needs", async () => {
    await cliOk(["stop", workspace.path, "--all"]);
    const tip = await commit("beside", "b.txt", "beside");
    await cliOk(["stop", workspace.path, "--all"]);
    const [fetched] = await Promise.all([
      on("fetch", "beside"),
      ...Array.from({ length: 4 }, () => cliOk(["list"])),
    ]);
    expect(fetched).toMatchObject({ status: 0, stderr: "" });
    expect(commitOf("beside")).toBe(tip);
    expect(await gates()).toEqual([]);
  });
});

const gates = async () => {
  const label = `label=agent-sandbox.workspace=${workspace.path}`;
  const names = await docker(["ps", "--all", "--filter", label, "--format", "{{.Names}}"]);
  return names.split("\n").filter((name) => name.startsWith("agent-sandbox-gate-"));
};

describe("merge", () => {
  it("moves the current branch forward, files and all, and leaves nothing else", async () => {
    const tip = commitOf("feat");
    expect(await okOn("merge", "feat")).toBe(
      `Merged feat into main (fast-forward): ${tip.slice(0, 10)}\n`,
    );
    expect(workspace.host("cat new.txt; git status --short; find . ! -user 1000")).toBe("three\n");
    expect(workspace.host("git for-each-ref refs/sandbox")).toBe("");
    expect(await okOn("merge", "feat")).toBe("main has all of feat already\n");
  });

  it("makes a commit where both have moved", async () => {
    workspace.host("echo own > own.txt && git add . && git commit --quiet -m own");
    await commit("feat", "new.txt", "four");
    expect(JSON.parse(await okOn("merge", "feat", "--json"))).toMatchObject({
      ...{ name: "feat", into: "main", how: "merge", commit: commitOf("HEAD") },
    });
    expect(workspace.host("git log -1 --format=%an:%s; cat new.txt own.txt")).toBe(
      "Test:Merge branch 'feat'\nfour\nown\n",
    );
  });

  it("refuses a checkout with changes", async () => {
    await commit("feat", "new.txt", "five");
    workspace.host("echo mine >> README.md");
    const { status, stderr } = await on("merge", "feat");
    expect(status).toBe(125);
    expect(stderr).toContain("1 file has changes on the host that are not committed");
    expect(stderr).toContain("Hint: Commit or stash them first: git stash");
    workspace.host("git checkout --quiet README.md");
  });

  it("leaves to the user's own git what goes through a filter of the user's", async () => {
    workspace.host(`git config filter.own.smudge 'touch ../it-ran; cat'
      echo '*.txt filter=own' > .git/info/attributes`);
    const before = commitOf("HEAD");
    const { status, stderr } = await on("merge", "feat");
    expect(status).toBe(125);
    expect(stderr).toContain('its files go through the filter "own", which does not run here');
    expect(commitOf("HEAD")).toBe(before);
    expect(existsSync(join(workspace.path, "../it-ran"))).toBe(false);
    workspace.host("rm .git/info/attributes; git config --remove-section filter.own");
  });

  it("changes nothing where the two conflict, and its hint leads to git's own merge", async () => {
    workspace.host("echo other > new.txt && git commit --quiet -am other");
    const before = commitOf("HEAD");
    const { status, stderr } = await on("merge", "feat");
    expect(status).toBe(125);
    expect(stderr).toContain('Cannot merge "feat": it conflicts in "new.txt"');
    expect(workspace.host("git status --short; git rev-parse HEAD")).toBe(`${before}\n`);
    const hint = /merge it by hand: (.*)/.exec(stderr)?.[1] ?? "false";
    expect(workspace.host(`${hint} || true; git status --short`)).toContain("UU new.txt");
    workspace.host("git checkout --quiet --theirs . && git add . && git commit --quiet -m solved");
    expect(await okOn("merge", "feat")).toBe("main has all of feat already\n");
  });
});

describe("drop", () => {
  it("refuses commits and files that only the shelf has, and names them", async () => {
    const tip = await commit("feat", "new.txt", "six");
    await workspace.run("feat", "echo left > left.txt");
    const { status, stderr } = await on("drop", "feat");
    expect(status).toBe(125);
    expect(stderr).toContain(`${tip.slice(0, 7)} six`);
    expect(stderr).toContain("?? left.txt");
    expect(stderr).toContain("only the repo shelf has 1 commit and 1 uncommitted file");
    const { stdout } = await on("drop", "feat", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "WORK_AT_RISK" } });
  });

  it("takes what was fetched beside the host's branch for safe, and leaves it there", async () => {
    await workspace.run("feat", "rm left.txt");
    workspace.host("git checkout --quiet -B feat HEAD~1");
    expect(await okOn("fetch", "feat")).toContain("refs/sandbox/feat");
    expect(JSON.parse(await okOn("drop", "feat", "--json"))).toEqual({ dropped: "feat" });
    expect(workspace.host("git log -1 --format=%s refs/sandbox/feat")).toBe("six\n");
    expect(workspace.host("git branch --list feat")).toContain("feat");
    expect(await gates()).toEqual([]);
  });

  it("with --force ends whoever works there, and takes all of it away", async () => {
    await commit("wild", "w.txt", "wild");
    const working = workspace.run("wild", "echo here; touch /tmp/begun; sleep 100");
    await until(async () => (await workspace.run("wild", "test -e /tmp/begun")).status === 0);
    expect(await okOn("drop", "wild", "--force")).toBe("Dropped wild\n");
    expect((await working).status).not.toBe(0);
    const labels = [`agent-sandbox.workspace=${workspace.path}`, "agent-sandbox.branch=wild"];
    const filters = labels.flatMap((label) => ["--filter", `label=${label}`]);
    expect(await docker(["ps", "--all", "--quiet", ...filters])).toBe("");
    const look = "ls /repo-shelf/worktrees /repo-shelf/repo/.git/worktrees";
    expect((await workspace.run("next", look)).stdout).not.toContain("wild");
    expect((await on("drop", "wild")).stderr).toContain("the repo shelf has no such branch");
  });
});

describe("what cannot be", () => {
  const COMMANDS = ["review", "diff", "fetch", "merge", "drop"];

  it.each(COMMANDS)("%s of it has its sentence and its status", async (command) => {
    expect(await cli([command])).toMatchObject({ status: 2 });
    for (const [args, env, sentence] of [
      [["nothing", workspace.path], {}, "the repo shelf has no such branch"],
      [["a..b", workspace.path], {}, 'Cannot use "a..b" as a branch\'s name: it has ".."'],
      [["feat", "/nowhere"], {}, 'Cannot use "/nowhere" as a workspace: it does not exist'],
      [
        ["next", workspace.path],
        { DOCKER_HOST: "unix:///nowhere.sock" },
        'nothing answers at "/nowhere.sock"',
      ],
    ] as const) {
      const { status, stdout, stderr } = await cli([command, ...args], { env });
      expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
      expect(stderr).toContain(sentence);
    }
  });

  it("is a directory without a repository", async () => {
    workspace.host("mkdir ../plain");
    const plain = `${workspace.path}/../plain`;
    const { status, stderr } = await cli(["review", "feat", plain]);
    expect(status).toBe(125);
    expect(stderr).toContain("it is not a git repository");
    expect(existsSync(`${plain}/.git`)).toBe(false);
  });
});
