import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI, cliOk } from "../support/cli.ts";
import { containersWith, inspectContainer } from "../support/inspect-container.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let bin: string;

beforeAll(async () => {
  workspace = await makeWorkspace({ name: "it's a, demo" });
  bin = mkdtempSync(join(tmpdir(), "agent-sandbox-bin-"));
  symlinkSync(CLI, join(bin, "agent-sandbox"));
});

afterAll(async () => {
  rmSync(bin, { recursive: true, force: true });
  await workspace[Symbol.asyncDispose]();
});

/** As a person's shell would run what was printed. */
function paste(lines: string): void {
  const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  execFileSync("sh", ["-e"], { input: lines, env: { ...process.env, PATH: path } });
}

/** The branch's sandbox and the gate. */
function inspectBoth() {
  const of = `agent-sandbox.workspace=${workspace.path}`;
  const [gate = ""] = containersWith(of, "agent-sandbox.gate");
  const [sandbox = ""] = containersWith(of, "agent-sandbox.branch=fix/it");
  return { gate: inspectContainer(gate), sandbox: inspectContainer(sandbox) };
}

it("prints lines that, pasted, make what start makes, from a branch that is not there yet", async () => {
  const lines = await cliOk(["show-run", workspace.path, "--branch", "fix/it"]);
  expect(lines).toMatch(/^agent-sandbox checkout fix\/it '.*'\ndocker run --detach /);
  paste(lines);
  const pasted = inspectBoth();
  const push = "git commit --quiet --allow-empty --message x && git push --quiet host fix/it";
  await cliOk(["run", workspace.path, "--branch", "fix/it", "--", "sh", "-c", push]);
  expect(workspace.host("git log -1 --format=%s fix/it")).toBe("x\n");
  expect(inspectBoth()).toEqual(pasted);

  const of = `label=agent-sandbox.workspace=${workspace.path}`;
  execFileSync("sh", ["-ec", `docker rm -f $(docker ps -aq --filter "$0")`, of]);
  await cliOk(["start", workspace.path, "--branch", "fix/it"]);
  expect(inspectBoth()).toEqual(pasted);
});

it("starts no second gate where one runs for another branch", async () => {
  await cliOk(["start", workspace.path, "--branch", "fix/it"]);
  paste(await cliOk(["show-run", workspace.path, "--branch", "other"]));
  const of = `agent-sandbox.workspace=${workspace.path}`;
  expect(containersWith(of, "agent-sandbox.gate")).toHaveLength(1);
  expect(containersWith(of, "agent-sandbox.mode=branch")).toHaveLength(2);
});

it("gives the same commands as JSON, with the configuration that was named", async () => {
  const config = join(workspace.path, ".agent-sandbox/config.jsonc");
  const args = ["show-run", workspace.path, "--branch", "fix/it", "--config", config, "--json"];
  const { before, argv, after } = JSON.parse(await cliOk(args)) as Record<string, unknown>;
  expect(before).toEqual([
    ["agent-sandbox", "checkout", "fix/it", workspace.path, "--config", config],
  ]);
  expect(argv).toEqual(expect.arrayContaining(["--label", "agent-sandbox.branch=fix/it"]));
  expect(after).toEqual([expect.arrayContaining(["docker", "run", "--detach"])]);
});
