// What each git command is tried on: a repository in a state of its own, and the words that the
// generated command lines are made from.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const REAL_GIT = "/usr/bin/git";

export const scratch = mkdtempSync(join(tmpdir(), "git-wrapper-as-git-"));
export const home = join(scratch, "home");
export const hookLog = join(scratch, "hooks.log");
export const ENV = {
  PATH: "/usr/bin:/bin",
  HOME: home,
  HOOK_LOG: hookLog,
  GIT_EDITOR: join(home, "editor"),
  GIT_CEILING_DIRECTORIES: scratch,
};

export type Token = readonly string[];

export interface Situation {
  readonly hooks: readonly string[];
  /** Makes the repository `work` (and its remote) below `path`. */
  readonly prepare: (path: string) => void;
  /** The arguments that must stand somewhere, for the command to do its work. */
  readonly needed: readonly Token[];
  readonly innocent: readonly Token[];
  readonly suspicious: readonly Token[];
}

export function git(cwd: string, ...argv: readonly string[]): string {
  return spawnSync(REAL_GIT, argv, { cwd, env: ENV }).stdout.toString().trim();
}

function commitFile(cwd: string, name: string): void {
  writeFileSync(join(cwd, name), name);
  git(cwd, "add", name);
  git(cwd, "commit", "-q", "-m", name);
}

function newWork(path: string): string {
  const work = join(path, "work");
  git(scratch, "init", "-q", "--template=", "-b", "main", work);
  commitFile(work, "base");
  return work;
}

export function installHooks(work: string, names: readonly string[]): void {
  mkdirSync(join(work, ".git/hooks"));
  for (const name of names) {
    writeFileSync(join(work, ".git/hooks", name), `#!/bin/sh\necho ${name} >>"$HOOK_LOG"\n`, {
      mode: 0o755,
    });
  }
}

/** main and feat, each with a commit of its own; main is checked out. */
function diverged(path: string): string {
  const work = newWork(path);
  git(work, "checkout", "-q", "-b", "feat");
  commitFile(work, "on-feat");
  git(work, "checkout", "-q", "main");
  commitFile(work, "on-main");
  return work;
}

const words = (...tokens: readonly string[]): readonly Token[] =>
  tokens.map((token) => token.split(" "));

/** Every beginning of an option, down to one letter. */
const beginnings = (option: string): readonly Token[] =>
  Array.from({ length: option.length - 2 }, (_, index) => [option.slice(0, index + 3)]);

const VERIFY = [
  ...words("--no-verify", "-n", "--verify", "--no-no-verify"),
  ...beginnings("--no-verify"),
];

export const SITUATIONS: Readonly<Record<string, Situation>> = {
  commit: {
    hooks: ["pre-commit", "commit-msg"],
    prepare: (path) => {
      const work = newWork(path);
      writeFileSync(join(work, "msg"), "message\n");
      writeFileSync(join(work, "base"), "changed");
      git(work, "add", "base");
    },
    needed: [[]],
    innocent: [
      ...words(
        "-a",
        "-q",
        "-am x",
        "-F msg",
        "-mn",
        "-m -n",
        "-m --no-verify",
        "--mess -n",
        "-uno",
        "-u",
        "-e",
        "-s",
      ),
      ...words(
        "--amend",
        "--no-edit",
        "--author x<n@n>",
        "--date=now",
        "-C HEAD",
        "--fixup HEAD",
        "--trailer a:-n",
      ),
      ...words(
        "--cleanup strip",
        "-- base",
        "--allow-empty",
        "--untracked-files",
        "--no-verbose",
        "-t msg",
        "-z",
      ),
    ],
    suspicious: [
      ...VERIFY,
      ...words("-nm x", "-an", "-qnm y", "-m -m -n", "-u -n", "--dry-run", "--end-of-options -n"),
    ],
  },
  merge: {
    hooks: ["pre-merge-commit", "commit-msg"],
    prepare: (path) => void diverged(path),
    needed: [["feat"]],
    innocent: [
      ...words(
        "-n",
        "-q",
        "-m x",
        "-nm x",
        "-m -n",
        "-m --no-verify",
        "--no-edit",
        "--no-ff",
        "--log",
        "--no-stat",
      ),
      ...words(
        "-s ort",
        "-X theirs",
        "--into-name --no-verify",
        "--no-verify-signatures",
        "--cleanup strip",
        "-v",
      ),
    ],
    suspicious: VERIFY,
  },
  pull: {
    hooks: ["pre-merge-commit", "commit-msg"],
    prepare: (path) => {
      diverged(path);
      git(join(path, "work"), "config", "pull.rebase", "false");
      git(join(path, "work"), "remote", "add", "origin", ".");
    },
    needed: [[".", "feat"]],
    innocent: words(
      "-n",
      "-q",
      "--no-edit",
      "--no-ff",
      "-s ort",
      "-X theirs",
      "-Xours",
      "-f",
      "--no-rebase",
      "--no-verify-signatures",
      "--stat",
      "--no-tags",
    ),
    suspicious: VERIFY,
  },
  rebase: {
    hooks: ["pre-rebase"],
    prepare: (path) => {
      diverged(path);
      git(join(path, "work"), "checkout", "-q", "feat");
    },
    needed: [["main"]],
    innocent: words(
      "-n",
      "-q",
      "-f",
      "--no-ff",
      "--stat",
      "--no-stat",
      "-x true",
      "-s ort",
      "-X ours",
      "--onto main",
      "-i",
      "--no-autosquash",
    ),
    suspicious: VERIFY,
  },
  am: {
    hooks: ["applypatch-msg", "pre-applypatch"],
    prepare: (path) => {
      const work = diverged(path);
      git(work, "format-patch", "-q", "-o", path, "feat~1..feat");
    },
    needed: [["../0001-on-feat.patch"]],
    innocent: words(
      "-3",
      "-q",
      "-s",
      "-k",
      "-p 1",
      "-p1",
      "-C1",
      "-C 1",
      "--directory .",
      "--whitespace nowarn",
      "--exclude -n",
      "--no-scissors",
    ),
    suspicious: VERIFY,
  },
  push: {
    hooks: ["pre-push"],
    prepare: (path) => {
      const work = diverged(path);
      git(scratch, "init", "-q", "--bare", "--template=", join(path, "remote.git"));
      git(work, "remote", "add", "origin", "../remote.git");
      git(work, "push", "-q", "origin", "main", "feat", "feat:stale");
      git(work, "checkout", "-q", "feat");
      git(work, "commit", "-q", "--amend", "-m", "another feat");
    },
    needed: words(
      "origin feat",
      "origin",
      "origin HEAD:refs/heads/feat",
      "origin refs/heads/*:refs/heads/*",
      "origin feat main",
      "origin HEAD:refs/heads/new",
    ),
    innocent: [
      ...words(
        "-u",
        "-q",
        "-v",
        "--tags",
        "--follow-tags",
        "--no-force",
        "--force-if-includes",
        "--porcelain",
        "-4",
      ),
      ...words(
        "--force --no-force",
        "--force-with-lease --no-force-with-lease",
        "--mirror --no-mirror",
        "--atomic",
      ),
      ...words(
        "--delete --no-delete",
        "--prune --no-prune",
        "--no-thin",
        "--receive-pack git-receive-pack",
        "-n",
      ),
    ],
    suspicious: [
      ...VERIFY,
      ...words(
        "-f",
        "-uf",
        "-qf",
        "--force",
        "--force-with-lease",
        "--force-with-lease=feat",
        "-d",
        "+feat",
        ":stale",
        "+HEAD:feat",
        "--no-force --force",
      ),
      ...["--force", "--force-with-lease", "--mirror", "--prune", "--delete"].flatMap(beginnings),
    ],
  },
};
