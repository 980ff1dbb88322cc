import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import { cli, CLI, cliOk } from "../support/cli.ts";
import { plantMarks, type PlantedMarks } from "../support/planted-marks.ts";
import { openTerminal } from "../support/terminal.ts";

let workspace: BranchWorkspace;
let marks: PlantedMarks;

/** An escape that would name the terminal's window, and one that would clear it. */
const ESCAPE = String.raw`$(printf '\033]0;planted\007\033[2J')`;

const PLANT = `e="${ESCAPE}"
  printf '* filter=lent diff=lent merge=lent ident export-subst\\nREADME.md -diff\\n' > .gitattributes
  printf '[submodule "x"]\\n\\tpath = sub\\n\\turl = ext::sh -c touch%% /tmp/x\\n' > .gitmodules
  mkdir -p .github/workflows .githooks && echo on > .github/workflows/ci.yml
  echo more >> README.md && echo x > "name$e" && echo x > "new
line" && echo x > "$(printf 'c1\\302\\23331m')"
  ln -s /etc/passwd link && ln -s ../../../../etc/shadow up && ln -s .git/config own
  head -c 20000000 /dev/zero | tr '\\0' x > huge && head -c 1000000 /dev/urandom > binary
  printf '#!/bin/sh\\n' > .githooks/pre-commit && chmod +x .githooks/pre-commit
  git add --all && git commit --quiet --message "sub$e" --author "au$e <a@example.com>"
  echo dirty > "dirty$e" && echo dirty > .github/workflows/dirty.yml`;

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  marks = plantMarks(workspace);
  const planted = await workspace.run("feat", PLANT);
  const driver = `echo '* merge=lent diff=lent' > .gitattributes; echo theirs > README.md; printf 'shown\\033[2J' > clear`;
  await workspace.run("driver", `${driver}; git add . && git commit --quiet --message driver`);
  if (planted.status !== 0) throw new Error(planted.stderr);
  workspace.host("echo mine > README.md && git commit --quiet --all --message mine");
  // What the host's own configuration names is not lent to what an agent's attributes choose.
  for (const [key, name] of [
    ["filter.lent.smudge", "smudge"],
    ["filter.lent.clean", "clean"],
    ["diff.lent.textconv", "textconv"],
    ["diff.lent.command", "diff"],
    ["diff.external", "external"],
    ["merge.lent.driver", "merge"],
    ["core.fsmonitor", "fsmonitor"],
    ["core.pager", "pager"],
  ] as const)
    workspace.host(`git config ${key} '${marks.command(name)}'`);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  marks[Symbol.dispose]();
});

/** What could move a terminal's cursor or colour what follows. */
const RAW = /(?![\n\t])\p{Cc}/u;

const JSON_OF = async (command: string) =>
  JSON.parse(await cliOk([command, "feat", workspace.path, "--json"])) as unknown;

describe("what a hostile branch holds", () => {
  it("is reviewed with what is risky first, and without a raw escape", async () => {
    const said = await cliOk(["review", "feat", workspace.path]);
    expect(said).not.toMatch(RAW);
    const [, risky = "", rest = ""] =
      /Look at these first:\n(.*)\nChanges:\n(.*)$/s.exec(said) ?? [];
    for (const name of [".gitattributes", ".gitmodules", "ci.yml", "pre-commit", "binary", "link"])
      expect(risky).toContain(name);
    expect(risky).toContain('a symbolic link that leaves the tree, to "/etc/passwd"');
    expect(risky).toContain("into git's own directory");
    expect(rest).toContain("README.md  +1 -0");
    expect(rest).toContain("new␊line");
    expect(await JSON_OF("review")).toMatchObject({ name: "feat", commits: [{}] });
  });

  it("is shown on a terminal as it is written, and is not obeyed", async () => {
    using terminal = openTerminal(
      `clear; echo before; ${process.execPath} ${CLI} diff driver ${workspace.path}`,
    );
    await terminal.see(/before[\s\S]*\+shown.{1,3}\[2J/);
  });

  it("has a patch in which no attribute hides anything", async () => {
    const patch = await cliOk(["diff", "feat", workspace.path]);
    expect(patch).toContain("\n hello\n+more\n");
    expect(await JSON_OF("diff")).toMatchObject({ branch: "feat", patch });
  });

  it("is not dropped, and the reason has no raw escape", async () => {
    const { status, stderr } = await cli(["drop", "feat", workspace.path]);
    expect(status).toBe(125);
    expect(stderr).toContain("only the repo shelf has 1 commit and 2 uncommitted files");
    expect(stderr).not.toMatch(RAW);
  });

  it("comes to the host without a file of it being written", async () => {
    const said = await cliOk(["fetch", "feat", workspace.path]);
    expect(said).toContain("feat is now refs/heads/feat on the host");
    expect(workspace.host("ls")).toBe("README.md\n");
  });

  it("is not merged where the host would have to lend it a filter", async () => {
    const { status, stderr } = await cli(["merge", "feat", workspace.path]);
    expect(status).toBe(125);
    expect(stderr).toContain('its files go through the filter "lent", which does not run here');
    expect(workspace.host("ls")).toBe("README.md\n");
  });

  it("conflicts where the host would have to lend it a merge driver", async () => {
    const { status, stderr } = await cli(["merge", "driver", workspace.path]);
    expect(status).toBe(125);
    expect(stderr).toContain('it conflicts in "README.md"');
    expect(stderr).toContain("Nothing has changed");
    expect(workspace.host("cat README.md; ls .git/MERGE_HEAD 2>&1 || true")).toContain("mine\nls:");
  });

  it("is provisioned again, as it was", async () => {
    await cliOk(["stop", workspace.path, "--all"]);
    await cliOk(["checkout", "feat", workspace.path]);
    const { stdout } = await workspace.run("feat", "git status --short | wc -l");
    expect(stdout).toBe("2\n");
  });

  it("has run nothing, neither in a session nor in the gate nor on the host", async () => {
    expect(await marks.found()).toEqual([]);
    workspace.host("git diff HEAD feat -- README.md > /dev/null 2>&1 || true");
    expect(await marks.found()).toContain("ran-external");
  });
});
