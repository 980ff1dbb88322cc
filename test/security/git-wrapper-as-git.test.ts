// Runs the real git on generated command lines in scratch repositories, and holds the wrapper to
// what git then did: a skipped hook or an overwritten remote branch must have been blocked, an
// ordinary run with its hooks must have passed.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  ENV,
  git,
  home,
  hookLog,
  installHooks,
  REAL_GIT,
  scratch,
  type Situation,
  SITUATIONS,
  type Token,
} from "./git-situations.ts";

const WRAPPER = join(import.meta.dirname, "../../base-image/git-wrapper.sh");

interface Effect {
  readonly bypass: boolean;
  readonly ordinary: boolean;
}

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

/** What the wrapper got wrong, and how often the situation put it to the test. */
function compare(command: string, situation: Situation, template: string) {
  const wrong: string[] = [];
  let [bypasses, ordinary] = [0, 0];
  for (const { argv, suspicious } of commandLines(command, situation, 45)) {
    const effect = realEffect(template, situation, argv);
    const blocked = isBlocked(argv);
    // A force that found nothing to overwrite is blocked all the same.
    const mustPass = effect.ordinary && (command !== "push" || !suspicious);
    bypasses += effect.bypass ? 1 : 0;
    ordinary += mustPass ? 1 : 0;
    if (effect.bypass && !blocked) wrong.push(`a bypass passed: ${argv.join(" ")}`);
    if (mustPass && blocked) wrong.push(`an innocent command was blocked: ${argv.join(" ")}`);
  }
  return { wrong, bypasses, ordinary };
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
    const { wrong, bypasses, ordinary } = compare(command, situation, template);
    expect(wrong).toEqual([]);
    // Otherwise the situation proves nothing. Before git 2.40, am has no --no-verify.
    expect(ordinary).toBeGreaterThan(10);
    if (command !== "am") expect(bypasses).toBeGreaterThan(2);
  });
});
