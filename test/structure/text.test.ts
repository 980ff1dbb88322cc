import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { REPOSITORY } from "./tree-copy.ts";

const CHECK = join(REPOSITORY, "scripts/checks/text.ts");

describe("the check of what must not be committed", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "agent-sandbox-text-"));
    spawnSync("git", ["init", "--quiet", root]);
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  async function check(text: string): Promise<{ status: number | null; stderr: string }> {
    await writeFile(join(root, "a.md"), text);
    const { status, stderr } = spawnSync(process.execPath, [CHECK, root], {
      encoding: "utf8",
      // A registry of the test's own: what npm's configuration says is what counts.
      env: { ...process.env, npm_config_registry: "https://registry.packages.example/npm/" },
    });
    return { status, stderr };
  }

  it("passes ordinary text", async () => {
    expect((await check("See https://example.com\n")).status).toBe(0);
  });

  it.each([
    ["the registry's host", "fetch https://registry.packages.example/x"],
    ["a sibling of the registry", "see www.packages.example"],
    ["a switched-off rule", `/* ${["eslint", "disable"].join("-")} */`],
  ])("names the line of %s", async (_what, text) => {
    const { status, stderr } = await check(`fine\n${text}\n`);
    expect(status).toBe(1);
    expect(stderr).toContain("a.md:2:");
  });

  it("finds a path of this machine", async () => {
    expect((await check(`cd ${root}/src\n`)).stderr).toContain("a path of this machine");
  });
});
