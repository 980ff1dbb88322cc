import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { removeLabelled, testLabel } from "../support/docker.ts";
import { openGate, type TestGate, work } from "../support/gate.ts";
import type { TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("gate-push");
let gate: TestGate;
let sandbox: TestSandbox;

beforeAll(async () => {
  await removeLabelled(label);
  gate = await openGate({ label, owner: 4321 });
  await gate.addFolder("work", "work");
  sandbox = await gate.openBranch("work");
}, 60_000);

afterAll(async () => {
  await gate.dispose();
  await removeLabelled(label);
}, 30_000);

const commit = "echo more >> README.md; git commit --quiet --all --message more";

describe("a push through the gate", () => {
  it("is accepted while the host has another branch checked out, and told", async () => {
    const old = gate.host("git rev-parse work").trim();
    const said = await work(sandbox, `${commit}; git push host work 2>&1; git rev-parse HEAD`);
    expect(said).toMatchObject({ status: 0, stderr: "" });
    const head = gate.host("git rev-parse work").trim();
    expect(said.stdout).toContain(head);
    expect((await gate.pushes()).at(-1)).toEqual({
      ...{ event: "push", branch: "work", ref: "refs/heads/work" },
      ...{ old, new: head, result: "accepted" },
    });
    expect(
      gate.host("git reflog work -1 --format=%gs; git fsck --strict; git status --short"),
    ).toBe("push\n");
    expect(gate.host("find .git ! -user 4321")).toBe("");
  });
});
