// What the preset "@git" of commands is tried on: a repository with work in it that git can throw away.
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PRESET = join(import.meta.dirname, "../../packages/engine-bwrap/shims/git.sh");
const REAL_GIT = "/usr/bin/git";

export const scratch = mkdtempSync(join(tmpdir(), "git-preset-"));
export const template = join(scratch, "template");
export const work = join(scratch, "work");
export const ENV = {
  PATH: "/usr/bin:/bin",
  HOME: scratch,
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

export const git = (cwd: string, ...argv: readonly string[]): string =>
  spawnSync(REAL_GIT, argv, { cwd, env: ENV }).stdout.toString().trim();

export function preset(cwd: string, argv: readonly string[]): SpawnSyncReturns<Buffer> {
  return spawnSync(PRESET, argv, { cwd, env: { ...ENV, AGENT_SANDBOX_REAL: REAL_GIT } });
}

/** Runs the preset over the real git in a fresh copy of the repository. */
export function inRepository(...argv: readonly string[]): SpawnSyncReturns<Buffer> {
  rmSync(work, { recursive: true, force: true });
  rmSync(join(scratch, "tree"), { recursive: true, force: true });
  spawnSync("cp", ["-r", template, work]);
  return preset(work, argv);
}

/** What such a command says, and what is left of the work. */
export function outcomeOf(line: string): Outcome {
  const { status, stderr } = inRepository(...line.split(" "));
  rmSync(join(scratch, "tree"), { recursive: true, force: true });
  const said = /^agent-sandbox: blocked .+\n {2}why: .+\n {2}instead: .+\n$/;
  return {
    isRefused: status === 126 && said.test(stderr.toString()),
    files: ["file", "untracked"].map((name) => readFileSync(join(work, name), "utf8")),
    tops: ["stash", "feat", "own", "alone"].map((ref) =>
      git(work, "log", "-1", "--format=%s", ref),
    ),
  };
}

interface Outcome {
  readonly isRefused: boolean;
  readonly files: readonly string[];
  readonly tops: readonly string[];
}

export const REFUSED: Outcome = {
  isRefused: true,
  files: ["precious\n", "precious\n"],
  tops: ["On main: stashed", "first", "of its own", "alone"],
};

export function prepare(): void {
  mkdirSync(template);
  git(template, "init", "-q", "-b", "main");
  writeFileSync(join(template, "file"), "committed\n");
  git(template, "add", "file");
  git(template, "commit", "-q", "-m", "first");
  git(template, "branch", "feat");
  git(template, "checkout", "-q", "-b", "own");
  git(template, "commit", "-q", "--allow-empty", "-m", "of its own");
  git(template, "checkout", "-q", "--detach");
  git(template, "commit", "-q", "--allow-empty", "-m", "more");
  git(template, "update-ref", "refs/more", "HEAD");
  git(template, "checkout", "-q", "--detach", "main");
  git(template, "commit", "-q", "--allow-empty", "-m", "alone");
  git(template, "tag", "alone");
  git(template, "tag", "by-hand", "main");
  git(template, "checkout", "-q", "-b", "apart", "main");
  git(template, "commit", "-q", "--allow-empty", "-m", "apart");
  git(template, "remote", "add", "up", ".");
  git(template, "checkout", "-q", "feat");
  git(template, "checkout", "-q", "main");
  writeFileSync(join(template, "file"), "stashed\n");
  git(template, "stash", "push", "-q", "-m", "stashed");
  writeFileSync(join(template, "file"), "precious\n");
  writeFileSync(join(template, "untracked"), "precious\n");
}
