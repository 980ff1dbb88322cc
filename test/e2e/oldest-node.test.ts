// Every engine in the oldest Node that the packages say they run in: what newer ones brought must not be needed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { type Machine, makeMachine } from "../support/on-this-machine.ts";
import { bringOldestNode, OLDEST_NODE } from "../support/oldest-node.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { trust } from "../support/trust.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

const CLI_PACKAGE = join(import.meta.dirname, "../../packages/cli/package.json");
const LIBRARY = fileURLToPath(import.meta.resolve("agent-sandbox"));

let node: string;
let machine: Machine;
let workspace: Workspace;

beforeAll(async () => {
  node = bringOldestNode();
  machine = makeMachine({ uid: 0 });
  workspace = await makeWorkspace({ config: { container: { image: TEST_IMAGE } } });
  trust(workspace.path);
});

afterAll(async () => {
  machine[Symbol.dispose]();
  await workspace[Symbol.asyncDispose]();
});

const run = (cwd: string, ...args: readonly string[]): string =>
  execFileSync(node, args, { cwd, encoding: "utf8" });

/** Root has no rights over others' files without a container. */
const folderFor = (engine: string) => (engine === "docker" ? workspace.path : machine.workspace);

describe(`Node ${OLDEST_NODE}`, () => {
  it("is the one that the package asks for", () => {
    const { engines } = JSON.parse(readFileSync(CLI_PACKAGE, "utf8")) as Record<string, unknown>;
    expect(engines).toEqual({ node: `>=${OLDEST_NODE}` });
    expect(run(".", "--version")).toBe(`v${OLDEST_NODE}\n`);
  });

  it.each([
    ["bwrap", "exec", "sh", "-c", "echo ran"],
    ["docker", "run", "--", "sh", "-c", "echo ran"],
    ["virtual", "virtual", "-c", "echo run | sed s/u/a/"],
  ])("runs a command by %s", (engine, ...args) => {
    expect(run(folderFor(engine), CLI, ...args)).toBe("ran\n");
  });

  it.each(["bwrap", "docker", "virtual"])("opens %s for a program", (engine) => {
    const program = `
      import { open } from ${JSON.stringify(LIBRARY)};
      const policy = { container: { image: ${JSON.stringify(TEST_IMAGE)} } };
      const sandbox = await open(policy, { engine: "${engine}" });
      process.stdout.write((await sandbox.exec(["echo", "ran"])).stdout);
      await sandbox.close();`;
    expect(run(folderFor(engine), "--input-type=module", "--eval", program)).toBe("ran\n");
  });

  it.each([["policy", "show", "--json"], ["list", "--json"], ["--help"]])("knows %s", (...args) => {
    expect(run(workspace.path, CLI, ...args)).not.toBe("");
  });
});
