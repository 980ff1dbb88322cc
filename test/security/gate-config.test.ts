import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, removeLabelled, testLabel, tryDocker } from "../support/docker.ts";
import { openGate, type TestGate, work } from "../support/gate.ts";
import { TEST_IMAGE, type TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("gate-config");
let gate: TestGate;
let sandbox: TestSandbox;

/** A program that leaves its name behind. */
const PROGRAM = "/workspace/demo/program";

/** Each of these names a program, or lets a push do what the gate does not let it. */
const CONFIG = [
  ...[
    "core.fsmonitor",
    "core.alternateRefsCommand",
    "core.sshCommand",
    "core.pager",
    "core.editor",
  ],
  ...[
    "gpg.program",
    "gpg.ssh.program",
    "uploadpack.packObjectsHook",
    "filter.x.clean",
    "filter.x.smudge",
  ],
  ...["diff.external", "credential.helper", "core.gitProxy", "trailer.x.command", "alias.rev-list"],
  ...["receive.certNonceSeed", "hook.x.command"],
].map((key) => `git config ${key} ${PROGRAM}`);

const PREPARE = `
  printf '#!/bin/sh\\necho "$0 $*" >> /workspace/demo/ran\\n' > program && chmod +x program
  mkdir elsewhere && cp program elsewhere/pre-receive && cp program elsewhere/update && cp program elsewhere/reference-transaction
  cp program .git/hooks/proc-receive && cp program .git/hooks/push-to-checkout
  git init --quiet --bare ../demo/alternate && git --git-dir alternate config core.alternateRefsCommand ${PROGRAM}
  git --git-dir alternate config core.fsmonitor ${PROGRAM}
  echo /workspace/demo/alternate/objects > .git/objects/info/alternates
  git config core.hooksPath /workspace/demo/elsewhere && git config include.path /workspace/demo/included
  printf '[core]\\n\\tfsmonitor = ${PROGRAM}\\n' > included
  git config receive.procReceiveRefs refs && git config receive.denyCurrentBranch updateInstead
  git config receive.denyNonFastForwards false && git config receive.denyDeletes false && git config receive.fsckObjects false
  git config receive.advertisePushOptions true && git config hook.x.event pre-receive
  echo '* filter=x diff=x' > .git/info/attributes
  ${CONFIG.join("\n")}`;

beforeAll(async () => {
  await removeLabelled(label);
  gate = await openGate({ label });
  gate.host(
    "git checkout --quiet work && git commit --quiet --allow-empty -m 2 && git checkout --quiet main",
  );
  gate.host(PREPARE);
  await gate.addFolder("work", "work");
  sandbox = await gate.openBranch("work");
});

afterAll(async () => {
  await gate.dispose();
  await removeLabelled(label);
});

const ran = async () => (await gate.inside("cat /workspace/demo/ran 2> /dev/null || true")).stdout;

describe("what the host's configuration names", () => {
  it("does not run in the gate, be it pushed, fetched or refused", async () => {
    const script = `git fetch host; git checkout --quiet -B work host/work; echo x > file; git add file
      git commit --quiet --message x; git push host work 2>&1
      git push host work:other 2>&1 || git push -f host HEAD~2:refs/heads/work 2>&1 || git push -o x host work 2>&1 || true`;
    expect(await work(sandbox, script)).toMatchObject({ status: 0 });
    expect((await gate.pushes()).map(({ result }) => result)).toEqual([
      "accepted",
      "refused",
      "refused",
    ]);
    expect(await ran()).toBe("");
  });

  it("does not loosen what the gate sees to", async () => {
    gate.host(
      "git update-ref refs/heads/work main~0 2> /dev/null; git symbolic-ref HEAD refs/heads/work",
    );
    const said = await work(
      sandbox,
      "git fetch --quiet host; git checkout --quiet -B work host/work; git commit --quiet --allow-empty -m y; git push host work 2>&1",
    );
    gate.host("git symbolic-ref HEAD refs/heads/main");
    expect(said.status).not.toBe(0);
    expect(said.stdout).toContain("refusing to update checked out branch");
    expect(await ran()).toBe("");
  });
});

describe("a gate that is not told what it should be", () => {
  const start = async (...args: string[]) =>
    await tryDocker([
      ...["run", "--rm", "--label", label, "--network", "none", "--cap-drop", "ALL"],
      ...["CHOWN", "SETGID", "SETPCAP", "SETUID"].flatMap((name) => ["--cap-add", name]),
      ...args,
      ...["--entrypoint", "/usr/local/lib/agent-sandbox/gate-entry", TEST_IMAGE],
    ]);
  const root = ["--user", "root"];
  const gateVolume = ["--mount", "type=volume,dst=/gate"];

  it.each<[string, readonly string[], string]>([
    ["starts only as root", [], "it must be started as root"],
    ["needs its volume", root, 'nothing is mounted on \\"/gate\\"'],
    ["needs its repository", [...root, ...gateVolume], "AGENT_SANDBOX_REPOSITORY is"],
    ["is never root's", [...root, ...gateVolume, "-e", "AGENT_SANDBOX_UID=0"], "not root's"],
    [
      "takes numbers only",
      [
        ...root,
        ...gateVolume,
        "-e",
        "AGENT_SANDBOX_REPOSITORY=/workspace/x",
        "-e",
        "AGENT_SANDBOX_GIT_DIR=/x",
        "-e",
        "AGENT_SANDBOX_PUSH_LIMIT=1g",
      ],
      "AGENT_SANDBOX_PUSH_LIMIT is",
    ],
  ])("%s", async (_, args, reason) => {
    const { status, stdout } = await start(...args);
    expect(status).toBe(125);
    expect(stdout).toMatch(/^\{"event":"gate\.failed","reason":".*"\}\n$/);
    expect(stdout.replaceAll("\\\\", "\\")).toContain(reason);
  });

  it("stops in under a second, with status 0", async () => {
    const other = await openGate({ label });
    const before = performance.now();
    await docker(["stop", "--time", "10", other.id]);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(await docker(["inspect", "--format", "{{.State.ExitCode}}", other.id])).toBe("0");
    await other.dispose();
  });
});
