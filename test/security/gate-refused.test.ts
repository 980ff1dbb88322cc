import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { removeLabelled, testLabel } from "../support/docker.ts";
import { openGate, type TestGate, work } from "../support/gate.ts";
import type { TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("gate-refused");
const LIMIT = 200_000;
let gate: TestGate;
let sandbox: TestSandbox;

beforeAll(async () => {
  await removeLabelled(label);
  gate = await openGate({ label, env: { AGENT_SANDBOX_PUSH_LIMIT: LIMIT.toString() } });
  gate.host("git checkout --quiet -b other work && git commit --quiet --allow-empty -m second");
  gate.host("git branch --force work other && git checkout --quiet main && git tag v1");
  gate.host("git symbolic-ref refs/heads/alias refs/heads/main");
  await gate.addFolder("work", "work");
  sandbox = await gate.openBranch("work");
});

afterAll(async () => {
  await gate.dispose();
  await removeLabelled(label);
});

const refs = () => gate.host("git for-each-ref; git symbolic-ref HEAD");
const objects = () => gate.host("git cat-file --batch-all-objects --batch-check");

const FORCED = "non-fast-forward";
const NO_WAY = "unable to create temporary object directory";
const ONLY_OWN = 'only "refs/heads/work" may be pushed';

describe("from inside, and with all that git offers, nobody", () => {
  it.each([
    ["forces their branch", "git push -f host rewritten:work", FORCED],
    ["forces it by a plus", "git push host +rewritten:work", FORCED],
    ["forces it with a lease", "git push --force-with-lease host rewritten:work", FORCED],
    [
      "forces it by send-pack",
      `git send-pack --force --receive-pack="$(git config remote.host.receivepack)" file:///workspace/demo rewritten:work`,
      FORCED,
    ],
    ["mirrors", "git push --mirror host", ONLY_OWN],
    ["pushes all", "git push --all host", ONLY_OWN],
    [
      "deletes their branch by an empty source",
      "git push host :work",
      "a branch is not deleted by a push",
    ],
    ["deletes it by name", "git push host --delete work", "a branch is not deleted by a push"],
    ["deletes another", "git push host --delete other", ONLY_OWN],
    ["pushes a tag", "git push host v2", ONLY_OWN],
    ["pushes a tag in the place of another", "git push -f host v2:v1", ONLY_OWN],
    [
      "pushes what follows their branch",
      "git commit --allow-empty -qm x; git tag -am x v3; git push --follow-tags host work",
      ONLY_OWN,
    ],
    ["writes what the host keeps of them", "git push host work:refs/sandbox/work", ONLY_OWN],
    ["writes another branch", "git push -f host rewritten:other", ONLY_OWN],
    ["makes another branch", "git push host work:new", ONLY_OWN],
    ["makes one below their own", "git push host work:refs/heads/workers", ONLY_OWN],
    ["writes a remote-tracking branch", "git push host work:refs/remotes/origin/main", ONLY_OWN],
    [
      "writes a replacement",
      "git push host work:refs/replace/$(git rev-parse host/main)",
      ONLY_OWN,
    ],
    ["writes HEAD", "git push host work:HEAD", ONLY_OWN],
    [
      "writes their own and another at once",
      "git commit --allow-empty -qm y; git push host work work:other",
      ONLY_OWN,
    ],
    [
      "does so atomically",
      "git commit --allow-empty -qm z; git push --atomic host work work:other",
      ONLY_OWN,
    ],
  ])("%s", async (_, command, reason) => {
    const prepare = `git checkout --quiet -B work host/work; git tag --force v2 > /dev/null
      git checkout --quiet -B rewritten host/work~1; git commit --quiet --allow-empty --message rewritten
      git checkout --quiet work; `;
    const before = refs();
    const kept = objects();
    const told = (await gate.pushes()).length;
    const said = await work(sandbox, `${prepare} ${command} 2>&1`);
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain(reason);
    expect(refs()).toBe(before);
    // git looks at what is forced only when it has taken the objects in.
    if (reason !== FORCED) expect(objects()).toBe(kept);
    const events = (await gate.pushes()).slice(told);
    expect(events.length).toBeGreaterThan(0);
    expect(events.map(({ result }) => result)).not.toContain("accepted");
    expect(events.map(({ reason: why }) => why).join()).toContain(reason);
  });

  it.each([
    ["the gate goes round", "git push --receive-pack=git-receive-pack host work", NO_WAY],
    ["it by an address of their own", "git push /workspace/demo work", NO_WAY],
    [
      "writes the host's repository by hand",
      "echo x > /workspace/demo/.git/refs/heads/new",
      "ead-only file system",
    ],
  ])("%s", async (_, command, reason) => {
    const before = refs();
    const script = `git checkout --quiet -B work host/work; git commit --quiet --allow-empty -m x; exec 2>&1; ${command}`;
    const said = await work(sandbox, script);
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain(reason);
    expect(refs()).toBe(before);
  });

  it("brings a pack over the limit", async () => {
    const before = refs();
    const script = `git checkout --quiet -B work host/work; head -c ${LIMIT * 50} /dev/urandom > big
      git add big; git commit --quiet --message big; git push host work 2>&1`;
    const said = await work(sandbox, script);
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain("maximum allowed size");
    expect(refs()).toBe(before);
    expect((await gate.pushes()).at(-1)).toMatchObject({ result: "refused" });
  });

  it.each([
    [
      "a tree with .git in it",
      `t=$(printf '100644 blob %s\\t.git\\n' "$b" | git mktree)`,
      "hasDotgit",
    ],
    [
      "a tree with .GIT in it",
      `t=$(printf '100644 blob %s\\t.GIT\\n' "$b" | git mktree)`,
      "hasDotgit",
    ],
    [
      "a .gitmodules with an option for a URL",
      `b=$(printf '[submodule "x"]\\n\\tpath = x\\n\\turl = --upload-pack=x\\n' | git hash-object -w --stdin)
       t=$(printf '100644 blob %s\\t.gitmodules\\n' "$b" | git mktree)`,
      "gitmodulesUrl",
    ],
  ])("brings what fails fsck: %s", async (_, make, reason) => {
    const before = refs();
    const script = `b=$(echo x | git hash-object -w --stdin); ${make}
      c=$(git commit-tree -p host/work -m bad "$t"); git push host "$c:refs/heads/work" 2>&1`;
    const said = await work(sandbox, script);
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain(reason);
    expect(refs()).toBe(before);
    expect((await gate.pushes()).at(-1)?.reason).toContain("unpack");
  });

  it("brings a history that is cut off where the host's is not", async () => {
    const before = refs();
    const script = `git checkout --quiet -B work host/work
      for i in 1 2 3; do git commit --quiet --allow-empty --message $i; done
      git clone --quiet --depth 1 "file://$PWD" /tmp/cut; cd /tmp/cut
      git push -f file:///workspace/demo --receive-pack="$(git config remote.host.receivepack)" HEAD:refs/heads/work 2>&1`;
    const said = await work(sandbox, script);
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain("shallow update not allowed");
    expect(refs()).toBe(before);
  });

  it("writes another branch through one that stands for it", async () => {
    await gate.addFolder("alias", "alias");
    const alias = await gate.openBranch("alias");
    const said = await work(
      alias,
      "git checkout --quiet -b alias host/main; git commit --quiet --allow-empty -m x; git push host alias 2>&1",
    );
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain("it stands for another ref");
    await alias.remove();
  });

  it("is hindered afterwards from a push that is right", async () => {
    const script =
      "git checkout --quiet -B work host/work; git commit --quiet --allow-empty -m x; git push host work 2>&1";
    expect(await work(sandbox, script)).toMatchObject({ status: 0 });
    expect(
      (await gate.inside("ls /tmp/agent-sandbox-gate; ls /workspace/demo/.git/objects | grep tmp"))
        .stdout,
    ).toBe("");
  });
});

describe("our own courier", () => {
  it("may also write what the host keeps of its branch, there by force, and nothing else", async () => {
    await gate.addFolder("courier", "work\noperator");
    const courier = await gate.openBranch("courier");
    const force =
      "git commit --quiet --amend --allow-empty -m amended; git push -f host work:refs/sandbox/work 2>&1";
    expect(await work(courier, `git push host work:refs/sandbox/work; ${force}`)).toMatchObject({
      status: 0,
    });
    expect(gate.host("git log -1 --format=%s refs/sandbox/work")).toBe("amended\n");
    for (const [command, reason] of [
      ["git push host :refs/sandbox/work", "a branch is not deleted by a push"],
      ["git push host work:refs/sandbox/other", "may be pushed"],
      ["git push -f host HEAD~1:refs/heads/work", FORCED],
    ] as const) {
      const said = await work(courier, `${command} 2>&1`);
      expect(said.status).not.toBe(0);
      expect(said.stdout).toContain(reason);
    }
    await courier.remove();
  });
});
