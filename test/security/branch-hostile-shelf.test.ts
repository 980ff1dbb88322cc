import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import { cli, cliOk } from "../support/cli.ts";
import { plantMarks, type PlantedMarks } from "../support/planted-marks.ts";

let workspace: BranchWorkspace;
let marks: PlantedMarks;

const GIT = "/repo-shelf/repo/.git";

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  marks = plantMarks(workspace);
  await workspace.run("feat", "echo more >> README.md; git commit --quiet --all --message more");
  await workspace.run("other", "true");
  await cliOk(["stop", workspace.path, "--all"]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  marks[Symbol.dispose]();
});

/** What git runs, by the key that names it. */
const KEYS = [
  ...["core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy"],
  ...["core.askPass", "core.alternateRefsCommand", "gpg.program", "diff.external"],
  ...["filter.x.smudge", "filter.x.clean", "diff.x.textconv", "diff.x.command", "merge.x.driver"],
  ...[
    "uploadpack.packObjectsHook",
    "credential.helper",
    "sequence.editor",
    "interactive.diffFilter",
  ],
  ...["remote.host.uploadpack", "remote.host.receivepack", "remote.origin.uploadpack"],
];

function evilConfig(): string {
  const keys = KEYS.map((key) => `git config --file $c ${key} '${marks.command(key)}';`);
  return `${keys.join("\n")}
    git config --file $c core.hooksPath ${GIT}/hooks; git config --file $c core.attributesFile ${GIT}/all
    git config --file $c include.path ${GIT}/more; git config --file $c core.worktree /workspace
    git config --file $c protocol.ext.allow always; git config --file $c extensions.partialClone host
    git config --file $c remote.host.promisor true; git config --file $c submodule.recurse true
    git config --file $c url.ext::sh.insteadOf file://`;
}

const HOOKS = ["post-checkout", "reference-transaction", "post-index-change", "pre-push", "update"];

/** Each as an agent in bind mode can, who has all of the shelf writable. */
const PLANTS: Readonly<Record<string, () => string>> = {
  "the shared configuration, hooks and attributes": () => `c=${GIT}/config; ${evilConfig()}
    cp $c ${GIT}/config.worktree
    for hook in ${HOOKS.join(" ")}; do
      printf '#!/bin/sh\\n%s\\n' '${marks.command("hook")}' > ${GIT}/hooks/$hook
      chmod +x ${GIT}/hooks/$hook
    done
    for file in info/attributes all; do echo '* filter=x diff=x merge=x' > ${GIT}/$file; done`,
  "the worktree's record": () => `c=${GIT}/worktrees/feat/config.worktree; ${evilConfig()}
    mkdir -p /repo-shelf/evil && cp -r ${GIT}/. /repo-shelf/evil && cp $c /repo-shelf/evil/config
    echo /repo-shelf/evil > ${GIT}/worktrees/feat/commondir
    echo /repo-shelf/evil/.git > ${GIT}/worktrees/feat/gitdir; rm ${GIT}/worktrees/feat/locked`,
  "the worktree's .git, by the way to another": () =>
    `echo "gitdir: /repo-shelf/evil" > /repo-shelf/worktrees/feat/.git`,
  "another branch's HEAD, by escapes": () =>
    `printf 'ref: refs/heads/\\033]0;x\\007\\033[2J\\n' > ${GIT}/worktrees/other/HEAD`,
  "the way to other objects": () => `mkdir -p ${GIT}/objects/info
    echo /workspace > ${GIT}/objects/info/alternates`,
  "locks that nobody holds": () => `touch ${GIT}/packed-refs.lock ${GIT}/refs/heads/feat.lock`,
};

describe("what an agent with the whole shelf has put in the place of", () => {
  it.each(Object.entries(PLANTS))("%s is not obeyed", async (_, plant) => {
    const script = `cd / && export PATH=/usr/bin:/bin && ${plant()}`;
    const planted = await cli(["run", workspace.path, "--", "sh", "-ec", script]);
    expect({ status: planted.status, stderr: planted.stderr }).toEqual({ status: 0, stderr: "" });
    const said = [];
    for (const command of ["review", "diff", "checkout", "fetch"]) {
      const { status, stderr, stdout } = await cli([command, "feat", workspace.path]);
      said.push({ command, status, escape: /(?![\n\t])\p{Cc}/u.test(stderr + stdout) });
    }
    expect(said.filter(({ status, escape }) => status !== 0 || escape)).toEqual([]);
    expect(await marks.found()).toEqual([]);
  });

  it("the worktree's .git, by a repository is refused, and the branch's commits are safe", async () => {
    const plant = `cd /repo-shelf/worktrees/feat && rm .git && git init --quiet . && c=.git/config
      ${evilConfig()}
      echo '* filter=x diff=x' > .gitattributes`;
    const script = `export PATH=/usr/bin:/bin; ${plant}`;
    await cliOk(["run", workspace.path, "--", "sh", "-ec", script]);
    const { status, stderr } = await cli(["start", workspace.path, "--branch", "feat"]);
    expect({ status, stderr }).toMatchObject({
      status: 125,
      stderr: expect.stringContaining('"worktrees/feat/.git" of the repo shelf is a directory'),
    });
    await cliOk(["review", "feat", workspace.path]);
    const dropped = await cli(["drop", "feat", workspace.path]);
    expect(dropped.stderr).toContain("uncommitted file");
    await cliOk(["run", workspace.path, "--", "rm", "-r", "/repo-shelf/worktrees/feat/.git"]);
    expect(await marks.found()).toEqual([]);
  });

  it("hinders no work: the branches go on, and are dropped", async () => {
    const script = "git commit --quiet --all --allow-empty --message on; git push --quiet";
    expect(await workspace.run("feat", script)).toMatchObject({ status: 0, stderr: "" });
    await cliOk(["drop", "feat", workspace.path, "--force"]);
    await cliOk(["drop", "other", workspace.path, "--force"]);
    expect(await marks.found()).toEqual([]);
  });
});
