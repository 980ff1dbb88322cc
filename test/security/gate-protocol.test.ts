import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { removeLabelled, testLabel } from "../support/docker.ts";
import { openGate, type TestGate, work } from "../support/gate.ts";
import { type TestSandbox, until } from "../support/sandbox-image.ts";
import { commands, emptyPack, FLUSH, packet, speakToGate } from "../support/speak-to-gate.ts";

const label = testLabel("gate-protocol");
const NONE = "0".repeat(40);
let gate: TestGate;
let sandbox: TestSandbox;
let first: string;
let second: string;

beforeAll(async () => {
  await removeLabelled(label);
  gate = await openGate({ label, env: { AGENT_SANDBOX_PUSH_SILENCE: "4" } });
  first = gate.host("git rev-parse main").trim();
  gate.host("git checkout --quiet work && git commit --quiet --allow-empty -m second");
  gate.host("git checkout --quiet main && git branch --quiet other work");
  second = gate.host("git rev-parse work").trim();
  await gate.addFolder("work", "work");
  sandbox = await gate.openBranch("work");
});

afterAll(async () => {
  await gate.dispose();
  await removeLabelled(label);
});

const refs = () => gate.host("git for-each-ref");
const bytes = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** What the server's processes are, beside the gate's own. */
const servers = async () => (await gate.inside("pgrep -c '^git' || true")).stdout.trim();

type Update = readonly [string, string, string];

describe("a socket spoken to by hand", () => {
  const own = "refs/heads/work";

  it.each<[string, () => readonly Update[], string]>([
    [
      "two refs, of which one is another's",
      () => [
        [second, first, own],
        [second, first, "refs/heads/other"],
      ],
      "may be pushed",
    ],
    [
      "another's ref first",
      () => [
        [second, first, "refs/heads/other"],
        [second, first, own],
      ],
      "may be pushed",
    ],
    ["an older commit", () => [[second, first, own]], "non-fast-forward"],
    [
      "an older commit, said to be from before the branch was",
      () => [[NONE, first, own]],
      "ng refs/heads/work",
    ],
    [
      "an older commit, said to be from a still older one",
      () => [[first, first, own]],
      "ng refs/heads/work",
    ],
    ["a deletion", () => [[second, NONE, own]], "a branch is not deleted by a push"],
    [
      "a deletion of what is not there",
      () => [[NONE, NONE, own]],
      "a branch is not deleted by a push",
    ],
    [
      "the same ref twice",
      () => [
        [second, first, own],
        [second, NONE, own],
      ],
      "ng refs/heads/work",
    ],
    ["a ref that leaves its folder", () => [[NONE, second, "refs/heads/../../x"]], "may be pushed"],
    [
      "a ref that continues after its own",
      () => [[NONE, second, `${own} refs/heads/x`]],
      "may be pushed",
    ],
    ["a commit that nobody has", () => [[second, "1".repeat(40), own]], "ng refs/heads/work"],
    ["HEAD", () => [[first, second, "HEAD"]], "may be pushed"],
  ])("is refused %s", async (_, updates, reason) => {
    const before = refs();
    const told = (await gate.pushes()).length;
    const isDeletion = updates().every(([, wanted]) => wanted === NONE);
    const request = bytes(commands(updates()), isDeletion ? "" : emptyPack());
    expect(await speakToGate(sandbox, { request, keepsOpen: true })).toContain(reason);
    expect(refs()).toBe(before);
    const events = (await gate.pushes()).slice(told);
    expect(events).toHaveLength(updates().length);
    expect(events.every(({ result }) => result === "refused")).toBe(true);
  });

  it.each<[string, () => Buffer, string]>([
    [
      "push options",
      () =>
        bytes(
          commands([[second, first, own]], "report-status side-band-64k push-options"),
          packet("x"),
          FLUSH,
          emptyPack(),
        ),
      "push options",
    ],
    [
      "a signed push",
      () =>
        bytes(
          packet("push-cert\0report-status side-band-64k"),
          packet("certificate version 0.1\n"),
          packet("push-cert-end\n"),
          FLUSH,
          emptyPack(),
        ),
      "it is signed",
    ],
    [
      "a signed push in the second line",
      () => bytes(commands([[second, first, own]]).slice(0, -4), packet("push-cert\0x"), FLUSH),
      "it is signed",
    ],
    [
      "a push that takes no report",
      () => bytes(commands([[second, first, own]], "delete-refs"), emptyPack()),
      "does not take a report",
    ],
    [
      "a ref with a line's end in it",
      () => bytes(commands([[second, first, `refs/heads/x\n${own}`]]), emptyPack()),
      "not git's protocol",
    ],
    ["what is no packet", () => bytes("GET / HTTP/1.1\r\n\r\n"), "not git's protocol"],
    [
      "more refs than anybody has",
      () => bytes(commands(Array.from({ length: 600 }, () => [second, first, own] as const))),
      "too many refs",
    ],
  ])("does not give git %s", async (_, request, reason) => {
    const before = refs();
    expect(await speakToGate(sandbox, { request: request(), keepsOpen: true })).toContain(reason);
    expect(refs()).toBe(before);
    expect((await gate.pushes()).at(-1)).toMatchObject({ result: "refused", branch: "work" });
    expect((await gate.pushes()).at(-1)?.reason).toContain(reason);
  });

  it.each([
    "",
    "\n",
    "receive-pack\n",
    "upload-archive \n",
    "receive-pack version=2; id\n",
    "receive-pack --x\n",
    "x".repeat(300),
  ])("starts nothing for the header %j", async (header) => {
    expect(await speakToGate(sandbox, { header, request: "" })).toMatch(/ERR this is the gate|^$/);
  });

  it("tells of a push that ends half-way, and leaves nothing of it", async () => {
    const request = bytes(commands([[second, "1".repeat(40), own]]), emptyPack().subarray(0, 20));
    await speakToGate(sandbox, { request });
    await until(async () => (await servers()) === "0");
    expect((await gate.pushes()).at(-1)).toMatchObject({ ref: own, result: "refused" });
    expect(gate.host("ls .git/objects | grep tmp || true")).toBe("");
    expect((await gate.inside("ls /tmp/agent-sandbox-gate")).stdout).toBe("");
  });

  it("ends what its client leaves behind, and who says nothing for too long", async () => {
    const request = bytes(commands([[second, first, own]]), emptyPack().subarray(0, 20));
    const silent = speakToGate(sandbox, { request, keepsOpen: true });
    await until(async () => (await servers()) !== "0");
    await silent;
    await until(async () => (await servers()) === "0");
    gate.host(
      "printf '#!/bin/sh\\nsleep 300\\n' > .git/hooks/update && chmod +x .git/hooks/update",
    );
    const script =
      "git checkout --quiet -B work host/work; git commit --quiet --allow-empty -m x; timeout 2 git push host work";
    expect((await work(sandbox, script)).status).not.toBe(0);
    await until(async () => (await servers()) === "0");
    expect((await gate.inside("pgrep -c sleep || true")).stdout.trim()).toBe("0");
    gate.host("rm .git/hooks/update");
  });

  it("has only so many clients at once", async () => {
    const open = Array.from(
      { length: 6 },
      async () => await speakToGate(sandbox, { request: "", keepsOpen: true }),
    );
    const said = await Promise.all(open);
    expect(said.filter((text) => text.includes("ERR the gate has enough to do"))).not.toHaveLength(
      0,
    );
    expect(said.filter((text) => text.includes("report-status"))).not.toHaveLength(0);
  });

  it("can neither be taken away nor replaced from inside, and is the only one in reach", async () => {
    await gate.addFolder("other", "other");
    const socket = "/run/agent-sandbox-gate/socket";
    for (const attempt of [
      `rm -f ${socket}`,
      `mv ${socket} ${socket}.old`,
      `ln -f /tmp/work/README.md ${socket}`,
      `chmod 0777 ${socket}`,
      "touch /run/agent-sandbox-gate/x",
      "echo other > /run/agent-sandbox-gate/branch",
      "mv /run/agent-sandbox-gate /run/x",
    ]) {
      expect((await work(sandbox, attempt)).status).not.toBe(0);
    }
    expect((await work(sandbox, "ls -A /run/agent-sandbox-gate; ls -d /gate")).stdout).toBe(
      "branch\nsocket\n",
    );
    expect((await work(sandbox, "find / -type s 2> /dev/null")).stdout).toBe(`${socket}\n`);
    const path = "/run/agent-sandbox-gate/../other/socket";
    expect(await speakToGate(sandbox, { path, request: "" })).toContain("ENOENT");
  });

  it("is there for a folder whose name is longer than a socket's path may be", async () => {
    const branch = `${"a".repeat(100)}/${"b".repeat(80)}`;
    const key = `${"a".repeat(100)}__${"b".repeat(80)}`;
    await gate.addFolder(key, branch);
    const long = await gate.openBranch(key);
    const push = `git checkout --quiet -b ${branch}; git commit --quiet --allow-empty -m x; git push host ${branch} 2>&1`;
    expect(await work(long, push)).toMatchObject({ status: 0 });
    await long.remove();
  });
});
