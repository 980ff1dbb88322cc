import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const ABSENT = [
  ".git/hooks/pre-commit",
  ".git/config.worktree",
  ".git/info/attributes",
  ".agent-sandbox/config.json",
  ".agent-sandbox.json",
  ".uds/config.yaml",
  ".husky/pre-commit",
];

describe.each(USERS)("what is protected and not there, in a sandbox of $user", ({ uid }) => {
  it("cannot be made, and nothing is left of what held its place", async () => {
    using machine = makeMachine({ uid });
    rmSync(join(machine.workspace, ".git/hooks"), { recursive: true });
    machine.host("git config --remove-section nothing 2>/dev/null || true");
    const before = machine.host("find . | sort");
    const { stdout } = await machine.exec(
      `for path in ${ABSENT.join(" ")}; do
         mkdir -p $(dirname $path) 2>/dev/null; rm -rf $path 2>/dev/null
         echo evil > $path && echo "made $path"
       done 2>/dev/null; echo /evil > .git/commondir && echo "made .git/commondir"; echo end`,
    );
    expect(stdout).toBe("end\n");
    expect(machine.host("find . | sort")).toBe(before);
  });

  it("cannot be made where there is no repository either", async () => {
    using machine = makeMachine({ uid, isPlain: true });
    const { stdout } = await machine.exec(
      `git init . >/dev/null 2>&1 && echo "made a repository"
       mkdir -p .git/hooks 2>/dev/null && echo "made hooks"; rmdir .git 2>/dev/null; echo end`,
    );
    expect(stdout).toBe("end\n");
    expect(readdirSync(machine.workspace)).toEqual([]);
  });

  it("is anybody's to make in a directory of its own, or in the temporary folder", async () => {
    using machine = makeMachine({ uid, isPlain: true });
    const { status, stdout } = await machine.exec(
      `git init -q new && cd new && git -c user.name=a -c user.email=a@b commit -qm x --allow-empty
       git log --format=%s; cd $(mktemp -d) && git init -q . && git symbolic-ref HEAD > /dev/null && echo end`,
    );
    expect([status, stdout]).toEqual([0, "x\nend\n"]);
  });

  it("is git's to make where git itself is what runs, and is protected from then on", async () => {
    using machine = makeMachine({ uid, isPlain: true });
    const cli = `${process.execPath} ${CLI} exec`;
    machine.host(`${cli} git -c init.defaultBranch=main init --quiet && git config user.name me`);
    expect(machine.host("ls .git")).toContain("config");
    const { stdout } = await machine.exec(
      `echo evil >> .git/config; echo evil > .git/hooks/pre-commit; git symbolic-ref HEAD; echo end`,
    );
    expect(stdout).toBe("refs/heads/main\nend\n");
    expect(machine.host("cat .git/config; ls .git/hooks")).not.toMatch(/evil|pre-commit$/m);
  });

  it("is what a clone right into the workspace brings, by git alone, and is protected from then on", async () => {
    using machine = makeMachine({ uid, isPlain: true });
    machine.host(`git init -q -b main ../from && cd ../from && mkdir .husky && echo own > .husky/own
      git add . && git -c user.name=a -c user.email=a@b.c commit -qm first`);
    const clone = (words: string) =>
      machine.host(`${process.execPath} ${CLI} exec ${words} 2>&1 || echo "status $?"`);
    const refused = [
      "sh -c 'git clone ../from .'",
      "git clone -u 'sh -c id' ../from .",
      "git clone --template=../from ../from .",
      "git clone -c core.hooksPath=.husky ../from .",
      "git -c core.sshCommand=id clone ../from .",
      "git clone --recurse-submodules ../from .",
      "git clone ext::id .",
      "--exclude private git clone ../from .",
      "./git clone ../from .",
    ];
    for (const words of refused) {
      expect([words, clone(words)]).toEqual([words, expect.stringContaining("status ")]);
      expect([words, readdirSync(machine.workspace)]).toEqual([words, []]);
    }
    expect(clone("git clone --quiet --depth=1 --branch main ../from .")).not.toContain("status");
    expect(machine.host("cat .husky/own; git log --format=%s")).toBe("own\nfirst\n");
    const { stdout } = await machine.exec(
      `echo evil >> .git/config; echo evil > .git/hooks/pre-commit; echo evil > .husky/own; echo end`,
    );
    expect(stdout).toBe("end\n");
    expect(machine.host("cat .git/config .husky/own; ls .git/hooks")).not.toMatch(
      /evil|pre-commit$/m,
    );
  });

  it("is not anybody else's to make by git's name", () => {
    using machine = makeMachine({ uid, isPlain: true });
    const words = [
      "env git init",
      "git -C . status init",
      "sh -c 'git init'",
      "git --version init",
    ];
    for (const argv of words) {
      machine.host(`${process.execPath} ${CLI} exec ${argv} >/dev/null 2>&1 || true`);
      expect([argv, readdirSync(machine.workspace)]).toEqual([argv, []]);
    }
    // A file of that name in the workspace is no git.
    machine.host(`printf '#!/bin/sh\nmkdir -p .git/hooks && echo made' > git && chmod +x git`);
    const said = machine.host(`${process.execPath} ${CLI} exec ./git init 2>&1 || true`);
    expect(said).not.toContain("made");
  });

  it("is held until the last of two sandboxes has ended", async () => {
    using machine = makeMachine({ uid });
    const wait = "echo started > one; while [ ! -e go ]; do sleep 0.05; done";
    const first = machine.exec(`${wait}; mkdir -p .husky/x && echo made`);
    await machine.exec("while [ ! -e one ]; do sleep 0.05; done");
    expect(existsSync(join(machine.workspace, ".husky"))).toBe(true);
    machine.host("touch go");
    expect((await first).stdout).toBe("");
    expect(existsSync(join(machine.workspace, ".husky"))).toBe(false);
  });
});
