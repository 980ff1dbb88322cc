// The preset "@git" of commands, made from the same table as the wrapper in a container's image: each
// case goes through both, and what throws work away through this one, over a repository that has some.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  ENV,
  git,
  inRepository,
  outcomeOf,
  prepare,
  PRESET,
  REFUSED,
  scratch,
  template,
  work,
} from "./git-preset-repository.ts";

const ROOT = join(import.meta.dirname, "../..");
const WRAPPER = join(ROOT, "base-image/git-wrapper.sh");

const stub = join(scratch, "stub-git");

interface GuardCase {
  readonly expect: "block" | "pass";
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function cases(): readonly GuardCase[] {
  return ["git-guard.jsonl", "git-guard-more.jsonl"]
    .flatMap((name) => readFileSync(join(ROOT, "test/fixtures", name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as GuardCase);
}

function statusOf(script: string, { argv, env = {} }: GuardCase): number | null {
  const all = { ...ENV, AGENT_SANDBOX_REAL: stub, ...env };
  return spawnSync(script, argv, { cwd: scratch, env: all }).status;
}

beforeAll(() => {
  prepare();
  writeFileSync(stub, "#!/bin/sh\nexit 0\n");
  chmodSync(stub, 0o755);
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

it("judges every case of the container's wrapper as that does, but for what its profile says", () => {
  const differ = cases().filter((guard) => statusOf(PRESET, guard) !== statusOf(WRAPPER, guard));
  const stricter =
    /^(submodule foreach git )?(checkout |reset --hard|clean |branch |repack |worktree add -B |stash |restore |switch |update-ref |fetch |pull |reflog delete|fast-import |read-tree |rm -f |mv -f |worktree remove --force |submodule (update|deinit) )/;
  const unexplained = differ.filter(({ argv, expect: wanted, env }) => {
    const line = argv.join(" ");
    if (wanted === "block") return !line.includes("--force-w") && !line.includes('"--force-');
    const settings = `${line} ${Object.entries(env ?? {}).join(" ")}`;
    return !stricter.test(line) && !/alias\.|--config-env|gc\.prune/i.test(settings);
  });
  expect(unexplained.map(({ argv }) => argv.join(" "))).toEqual([]);
  expect(differ.length).toBeGreaterThan(5);
});

const BLOCKED = [
  "checkout file",
  "checkout .",
  "checkout -- file",
  "checkout HEAD file",
  "checkout HEAD -- file",
  "checkout -f",
  "checkout -qf feat",
  "checkout --forc feat",
  "checkout -p",
  "checkout :/file",
  "-C . checkout file",
  "restore file",
  "restore -SW file",
  "restore --staged --worktree file",
  "restore --source HEAD file",
  "reset --hard",
  "reset --ha HEAD",
  "reset --merge",
  "clean -f",
  "clean -fdx",
  "clean -fe n",
  "clean -i",
  "-c clean.requireForce=false clean",
  "stash drop",
  "stash clear",
  "stash pop",
  "branch -D feat",
  "branch -d -f feat",
  "branch -df feat",
  "branch --delete --force feat",
  "branch --del --forc feat",
  "branch -qD feat",
  "switch -f feat",
  "switch --discard-changes feat",
  "update-ref -d refs/heads/feat",
  "read-tree --reset -u HEAD",
  "reflog delete stash@{0}",
  "checkout-index -fa",
  "checkout-index --force file",
  "checkout-index -fa --prefix=",
  "checkout-index -fa --prefix=./",
  "checkout-index --temp --no-temp -fa",
  "branch -M main @{-1}",
  "rm -f file",
  "rm -rf .",
  "rm --forc file",
  "worktree remove --force ../tree",
  "worktree remove ../tree -f",
  "submodule update --init --force",
  "submodule --quiet deinit -f .",
  "branch -M own",
  "branch -C main own",
  "branch -mf main own",
  "branch --copy --force main own",
  "branch -f own",
  "branch -f own main",
  "branch --forc own HEAD",
  "branch -qf own feat",
  "branch -f @{-1} main",
  "-C . branch -f own",
  "checkout -B own",
  "checkout -Bown main",
  "checkout -qB own feat --",
  "switch -C own",
  "switch -Cown feat",
  "switch --force-cre own",
  "switch --force-create=own main",
  "worktree add -B own ../tree",
  "worktree add -B own ../tree feat",
  "checkout -B own -",
  "switch -C own -",
  "switch --force-create=own -",
  "worktree add -B own ../tree -",
  "branch -f own own...main",
  "branch -f own ...main",
  "branch -f own main...",
  "checkout -B own own...main",
  "checkout -B own ...main",
  "switch -C own own...main",
  "worktree add -B own ../tree own...main",
  "branch -f own no-such-start",
  "checkout -B own :/first",
  "update-ref refs/heads/own main",
  "update-ref -m why --create-reflog refs/heads/own HEAD",
  "update-ref refs/heads/own 0000000000000000000000000000000000000000",
  "update-ref -d refs/heads/own",
  "fetch . +main:own",
  "fetch -f . main:own",
  "fetch --forc . main:refs/heads/own",
  "fetch . main:new +main:heads/own",
  "fetch . +refs/heads/*:refs/heads/*",
  "pull . +main:own",
  "pull -qf . main:own",
  "pull --rebase --forc . main:heads/own",
  "pull -s ours . +main:own",
  "-c gc.pruneExpire=now gc",
  "-c gc.PruneExpire=1.second.ago gc --auto",
  "-c gc.reflogExpireUnreachable=now gc",
  "config gc.pruneExpire now",
  "repack -ad",
  "repack -a -d -f",
  "repack -qad",
  "repack -Ad --unpack-unreachable=now",
  "repack --cruft --cruft-expiration=now -d",
  "gc --prune=now",
  "gc --prun=1.day.ago",
  "prune",
  "prune --expire=now",
  "push --force",
  "push -uf origin feat",
  "push origin +main",
  "push --force-with-lease --force",
  "commit --no-verify -m x",
  "commit -anm x",
  "-c alias.st=status st",
  "-c ALIAS.st=status log",
  "--config-env=user.name=HOME log",
  "--config-env user.name=HOME log",
];

it.each(BLOCKED)("blocks git %s", (line) => {
  expect(outcomeOf(line)).toEqual(REFUSED);
});

const PASSED = [
  "checkout",
  "checkout -b new",
  "checkout -b new HEAD",
  "checkout --detach HEAD",
  "checkout feat",
  "checkout feat --",
  "checkout -",
  "restore --staged file",
  "restore -S file",
  "reset --soft HEAD",
  "reset -q HEAD file",
  "clean -n",
  "clean -fdn",
  "stash list",
  "stash push -m drop",
  "stash push -u",
  "branch -d feat",
  "branch -f tmp HEAD",
  "branch -f feat",
  "branch -f feat own",
  "branch -f own own",
  "branch -f --list own",
  "checkout -B new",
  "checkout -B feat",
  "checkout -B own own",
  "switch -C new feat",
  "switch -C feat own",
  "worktree add -B feat ../tree",
  "worktree add -b new ../tree own",
  "checkout -B feat -",
  "switch -C new -",
  "branch -f feat own...main",
  "branch -f own own...own",
  "branch -f new no-such-start",
  "update-ref refs/heads/new main",
  "update-ref refs/heads/feat own",
  "update-ref refs/heads/own own",
  "fetch . main:own",
  "fetch . +own:feat",
  "fetch . +own:new",
  "fetch . +refs/heads/*:refs/remotes/origin/*",
  "pull . main:own",
  "pull . +own:feat",
  "pull -s ours . +own:new",
  "-c gc.pruneExpire=never gc",
  "-c gc.auto=0 gc -q",
  "repack",
  "repack -d",
  "repack -Ad",
  "repack -adk",
  "repack --cruft -d",
  "switch feat",
  "switch -c new",
  "reflog",
  "push --force-with-lease origin feat",
  "log --grep drop",
  "worktree add ../tree",
  "gc -q",
  "gc --prune",
  "prune -n",
  "rm --cached -f file",
  "rm -rn .",
  "checkout-index -a --prefix=../tree/ -f",
  "worktree add -f ../tree feat",
  "worktree prune",
  "submodule update --init",
  "branch -M trunk",
  "branch -M main",
  "branch -M feat",
  "branch -m own other",
  "branch -C own copy",
];

it.each(PASSED)("lets git %s through", (line) => {
  const { status, stderr } = inRepository(...line.split(" "));
  rmSync(join(scratch, "tree"), { recursive: true, force: true });
  expect([status === 126, stderr.toString().includes("agent-sandbox:")]).toEqual([false, false]);
});

describe("a start with blanks", () => {
  const blanked = (start: string) => inRepository("branch", "-f", "own", start).status;

  it("is judged by what it is", () => {
    expect(blanked(":/of its")).toBe(0);
    expect(blanked("main@{1 second ago}")).toBe(126);
    expect(blanked("main with blanks")).toBe(126);
  });
});

describe("aliases and scripts", () => {
  it.each([
    ["config", "alias.rh", "reset --hard"],
    ["rebase", "-x", "git reset --hard", "HEAD"],
    ["bisect", "run", "git", "reset", "--hard"],
    ["submodule", "foreach", "git clean -fd"],
  ])("are judged by what they run: git %s %s", (...argv) => {
    expect(inRepository(...argv).status).toBe(126);
  });

  it("of the repository are judged as well", () => {
    git(template, "config", "alias.undo", "!git checkout -- .");
    expect(inRepository("undo").status).toBe(126);
    git(template, "config", "--unset", "alias.undo");
  });
});

describe("a temp directory", () => {
  it("is no exemption", () => {
    expect(work.startsWith(tmpdir())).toBe(true);
    expect(inRepository("reset", "--hard").status).toBe(126);
  });
});
