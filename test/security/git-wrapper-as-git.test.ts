// Runs the real git on generated command lines in scratch repositories, and holds the wrapper to
// what git then did: a skipped hook or an overwritten remote branch must have been blocked, an
// ordinary run with its hooks must have passed.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const WRAPPER = join(import.meta.dirname, "../../base-image/git-wrapper.sh");
const REAL_GIT = "/usr/bin/git";

const scratch = mkdtempSync(join(tmpdir(), "git-wrapper-as-git-"));
const home = join(scratch, "home");
const hookLog = join(scratch, "hooks.log");
const ENV = {
  PATH: "/usr/bin:/bin",
  HOME: home,
  HOOK_LOG: hookLog,
  GIT_EDITOR: join(home, "editor"),
  GIT_CEILING_DIRECTORIES: scratch,
};

type Token = readonly string[];

interface Situation {
  readonly hooks: readonly string[];
  /** Makes the repository `work` (and its remote) below `path`. */
  readonly prepare: (path: string) => void;
  /** The arguments that must stand somewhere, for the command to do its work. */
  readonly needed: readonly Token[];
  readonly innocent: readonly Token[];
  readonly suspicious: readonly Token[];
}

interface Effect {
  readonly bypass: boolean;
  readonly ordinary: boolean;
}

function git(cwd: string, ...argv: readonly string[]): string {
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

function installHooks(work: string, names: readonly string[]): void {
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

const SITUATIONS: Readonly<Record<string, Situation>> = {
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

/** The same numbers each time (a linear congruential generator), so that a failure comes back. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Each suspicious token alone, then mixtures with one to three innocent ones. */
function* commandLines(command: string, situation: Situation, mixtures: number) {
  const random = numbers(command.length * 7919);
  const pick = <T>(list: readonly T[]): T =>
    list[Math.floor(random.next().value * list.length)] as T;
  const shuffle = (parts: readonly Token[]): Token =>
    parts
      .map((part) => ({ part, rank: random.next().value }))
      .sort((a, b) => a.rank - b.rank)
      .flatMap(({ part }) => part);
  const needed = (): Token => pick(situation.needed);
  for (const token of [[], ...situation.innocent]) {
    yield { argv: [command, ...token, ...needed()], suspicious: false };
  }
  for (const token of situation.suspicious)
    yield { argv: [command, ...token, ...needed()], suspicious: true };
  for (let made = 0; made < mixtures; made += 1) {
    const parts = [needed(), pick(situation.innocent), pick(situation.innocent)];
    const suspicious = made % 3 !== 0;
    if (suspicious) parts.push(pick(situation.suspicious), pick(situation.suspicious));
    yield { argv: [command, ...shuffle(parts)], suspicious };
  }
}

function remoteBranches(path: string): ReadonlyMap<string, string> {
  const remote = join(path, "remote.git");
  if (!existsSync(remote)) return new Map();
  const lines = git(remote, "for-each-ref", "--format=%(refname) %(objectname)").split("\n");
  return new Map(lines.map((line) => line.split(" ") as [string, string]));
}

function overwritten(path: string, before: ReadonlyMap<string, string>): boolean {
  const after = remoteBranches(path);
  return [...before].some(([name, old]) => {
    const now = after.get(name);
    if (now === old) return false;
    const isAncestor = ["merge-base", "--is-ancestor", old, now ?? ""];
    return (
      now === undefined ||
      spawnSync(REAL_GIT, isAncestor, { cwd: join(path, "remote.git"), env: ENV }).status !== 0
    );
  });
}

/** Runs the real git in a fresh copy of the situation and tells what came of it. */
function realEffect(template: string, situation: Situation, argv: Token): Effect {
  const path = join(scratch, "run");
  cpSync(template, path, { recursive: true });
  writeFileSync(hookLog, "");
  const work = join(path, "work");
  const branches = remoteBranches(path);
  const head = git(work, "rev-parse", "HEAD");
  spawnSync(REAL_GIT, argv, { cwd: work, env: ENV, timeout: 10_000 });
  const ran = readFileSync(hookLog, "utf8").split("\n");
  const hooked = situation.hooks.every((hook) => ran.includes(hook));
  const forced = overwritten(path, branches);
  const pushed = [...remoteBranches(path)].some(([name, id]) => branches.get(name) !== id);
  // A push that is refused has still run its hook.
  const done = argv[0] === "push" ? pushed || hooked : git(work, "rev-parse", "HEAD") !== head;
  rmSync(path, { recursive: true });
  return { bypass: forced || (done && !hooked), ordinary: done && hooked && !forced };
}

function isBlocked(argv: Token): boolean {
  const run = spawnSync(WRAPPER, argv, {
    cwd: scratch,
    env: { ...ENV, AGENT_SANDBOX_REAL: "/bin/true" },
  });
  if (run.status !== 0 && run.status !== 126)
    throw new Error(`wrapper ended with ${String(run.status)}`);
  return run.status === 126;
}

beforeAll(() => {
  mkdirSync(home);
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = x\n\temail = x@example.com\n[advice]\n\tdetachedHead = false\n",
  );
  writeFileSync(
    join(home, "editor"),
    '#!/bin/sh\ncase $1 in *todo*) ;; *) echo edited >"$1" ;; esac\n',
    { mode: 0o755 },
  );
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe.each(Object.entries(SITUATIONS))("git %s", (command, situation) => {
  it("is blocked when git would skip hooks or overwrite the remote, and passes when it would not", () => {
    const template = join(scratch, `template-${command}`);
    mkdirSync(template);
    situation.prepare(template);
    installHooks(join(template, "work"), situation.hooks);
    const wrong: string[] = [];
    const seen = { bypass: 0, ordinary: 0 };
    for (const { argv, suspicious } of commandLines(command, situation, 45)) {
      const { bypass, ordinary } = realEffect(template, situation, argv);
      const blocked = isBlocked(argv);
      if (bypass) seen.bypass += 1;
      if (bypass && !blocked) wrong.push(`a bypass passed: ${argv.join(" ")}`);
      // A force that found nothing to overwrite is blocked all the same.
      const mustPass = ordinary && (command !== "push" || !suspicious);
      if (mustPass) seen.ordinary += 1;
      if (mustPass && blocked) wrong.push(`an innocent command was blocked: ${argv.join(" ")}`);
    }
    expect(wrong).toEqual([]);
    // Otherwise the situation proves nothing. Before git 2.40, am has no --no-verify.
    expect(seen.ordinary).toBeGreaterThan(10);
    if (command !== "am") expect(seen.bypass).toBeGreaterThan(2);
  }, 60_000);
});
