import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import type { Finished } from "../support/docker.ts";
import { commands, emptyPack, packet, speakToGate } from "../support/speak-to-gate.ts";

let workspace: BranchWorkspace;

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  workspace.host("git tag v1 && git checkout --quiet -b feat");
  workspace.host("git commit --quiet --allow-empty -m second && git branch other");
  workspace.host("git checkout --quiet main");
  await workspace.run("feat", "true");
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const refs = () => workspace.host("git for-each-ref; git symbolic-ref HEAD");

const FORCED = "non-fast-forward";
const DELETED = "a branch is not deleted by a push";
const ONLY_OWN = 'only "refs/heads/feat" may be pushed';

/** A commit that the host's branch does not lead to, as `rewritten`, and a new tag. */
const PREPARE = `git branch --force rewritten $(git commit-tree -p host/feat~1 -m rewritten HEAD^{tree})
  git tag --force v2 host/feat > /dev/null`;

const REFUSED: readonly (readonly [string, string])[] = [
  ["git push -f host rewritten:feat", FORCED],
  ["git push host +rewritten:feat", FORCED],
  ["git push --force-with-lease host rewritten:feat", FORCED],
  ["git push --mirror host", ONLY_OWN],
  ["git push --all host", ONLY_OWN],
  ["git push --prune host refs/heads/nothing/*:refs/heads/*", "a branch is not deleted by a push"],
  ["git push host :feat", DELETED],
  ["git push host --delete feat", DELETED],
  ["git push host --delete other", ONLY_OWN],
  ["git push --tags host", ONLY_OWN],
  ["git push -f host v2:refs/tags/v1", ONLY_OWN],
  ["git push host feat:refs/sandbox/feat", ONLY_OWN],
  ["git push host feat:refs/heads/planted", ONLY_OWN],
  ["git push -f host rewritten:refs/heads/other", ONLY_OWN],
  ["git push host feat:refs/remotes/origin/main", ONLY_OWN],
  ["git push host feat:HEAD", ONLY_OWN],
  ["git push -f --no-verify host rewritten:main", ONLY_OWN],
  [
    'git send-pack --force --receive-pack="$(git config remote.host.receivepack)" "$(git config remote.host.url)" rewritten:feat',
    FORCED,
  ],
];

describe("a push from a branch's sandbox", () => {
  it("is refused in every form of force, deletion and another's ref, and the host stays as it is", async () => {
    const before = refs();
    const scripts = REFUSED.map(([command]) => command);
    const [, ...found] = await workspace.attempt("feat", [PREPARE, ...scripts]);
    const wrong = found.filter(
      ({ status, output }, index) => status === 0 || !output.includes(REFUSED[index]?.[1] ?? ""),
    );
    expect(wrong).toEqual([]);
    expect(refs()).toBe(before);
  });

  it("is refused to a branch of another sandbox, which may push to it", async () => {
    const commit = "git commit --quiet --allow-empty -m";
    const own = await workspace.run("other", `${commit} theirs; git push host other`);
    expect(own).toMatchObject({ status: 0 });
    const before = refs();
    const { status, stderr } = await workspace.run(
      "feat",
      `${commit} mine; git push -f host feat:other`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain(ONLY_OWN);
    expect(refs()).toBe(before);
  });

  it("is refused in git's own words while the host has the branch checked out, and taken afterwards", async () => {
    const push = "git commit --quiet --allow-empty -m mine; git push";
    const before = workspace.host("git checkout --quiet feat && git rev-parse feat");
    const { status, stderr } = await workspace.run("feat", push);
    expect(status).toBe(1);
    expect(stderr).toContain("refusing to update checked out branch: refs/heads/feat");
    expect(workspace.host("git rev-parse feat && git status --short")).toBe(before);
    workspace.host("git checkout --quiet main");
    expect(await workspace.run("feat", push)).toMatchObject({ status: 0 });
    expect(workspace.host("git log -1 --format=%s feat")).toBe("mine\n");
  });

  it("has the host's hooks run outside of the sandbox, as the owner and without network", async () => {
    const say = 'echo "$0 $(id -u) $(hostname) $(ls /sys/class/net)" >> .git/said';
    for (const name of ["pre-receive", "update", "post-receive"])
      workspace.host(
        `printf '#!/bin/sh\\ncd %s && %s\\n' '${workspace.inside}' '${say}' > .git/hooks/${name}; chmod +x .git/hooks/${name}`,
      );
    const push = "hostname; git commit --quiet --allow-empty -m hooked; git push --quiet";
    const { status, stdout } = await workspace.run("feat", push);
    expect(status).toBe(0);
    const said = workspace.host("cat .git/said").trim().split("\n");
    expect(
      said.map((line) => line.split(" ")).map(([hook, uid, , net]) => [hook, uid, net]),
    ).toEqual(
      ["pre-receive", "update", "post-receive"].map((name) => [
        expect.stringMatching(new RegExp(`hooks/${name}$`)),
        "1000",
        "lo",
      ]),
    );
    expect(said.join()).not.toContain(stdout.trim());
    workspace.host("printf '#!/bin/sh\\necho not today\\nexit 1\\n' > .git/hooks/pre-receive");
    const refused = await workspace.run("feat", push);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("not today");
    workspace.host("rm .git/hooks/* .git/said");
  });
});

/** What a sandbox of the image gives, by the command line. */
const sandbox = {
  async run(...argv: string[]): Promise<Finished> {
    const { status, stdout, stderr } = await workspace.exec("feat", ...argv);
    return { status: status ?? 1, stdout, stderr };
  },
};

describe("the gate's socket spoken to by hand", () => {
  const commit = (name: string) => workspace.host(`git rev-parse ${name}`).trim();
  const update = (from: string, to: string, ref: string) =>
    Buffer.concat([Buffer.from(commands([[from, to, ref]])), emptyPack()]);

  it.each<[string, () => Parameters<typeof speakToGate>[1], RegExp]>([
    [
      "another's ref",
      () => ({ request: update(commit("other"), commit("main"), "refs/heads/other") }),
      /may be pushed/,
    ],
    [
      "an older commit",
      () => ({ request: update(commit("feat"), commit("main"), "refs/heads/feat") }),
      /non-fast-forward/,
    ],
    [
      "a ref that leaves its folder",
      () => ({ request: update("0".repeat(40), commit("main"), "refs/heads/../../config") }),
      /may be pushed/,
    ],
    ["another program", () => ({ header: "upload-archive \n", request: "" }), /^(?!.*unpack ok)/s],
    [
      "another's name",
      () => ({ header: "receive-pack other\n", request: "" }),
      /^(?!.*unpack ok)/s,
    ],
    ["a line without end", () => ({ header: "x".repeat(100_000), request: "" }), /./s],
    ["garbage after the refs", () => ({ request: packet("garbage") + "\0".repeat(5000) }), /./s],
  ])("takes nothing: %s", async (_, speech, reason) => {
    const before = refs();
    expect(await speakToGate(sandbox, { ...speech(), keepsOpen: false })).toMatch(reason);
    expect(refs()).toBe(before);
  });

  it("is not kept from other pushes by connections that say nothing", async () => {
    const before = workspace.host("git rev-parse other");
    const hold = `for (let i = 0; i < 50; i += 1)
      require("node:net").connect("/run/agent-sandbox-gate/socket").on("error", () => {});
      setTimeout(() => process.exit(0), 4000);`;
    const holding = workspace.exec("feat", "node", "--eval", hold);
    const pushed = workspace.run("other", "git commit --quiet --allow-empty -m busy; git push");
    expect(await pushed).toMatchObject({ status: 0 });
    await holding;
    expect(workspace.host("git rev-parse other")).not.toBe(before);
    const own = await workspace.run("feat", "git commit --quiet --allow-empty -m own; git push");
    expect(own).toMatchObject({ status: 0 });
  });
});
