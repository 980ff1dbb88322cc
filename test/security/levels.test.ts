// An agent against what the policy makes read-only.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { configure, makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let outside: string;

beforeAll(() => {
  workspace = makeRepository();
  outside = mkdtempSync("/srv/agent-sandbox-test-");
  execFileSync(
    "sh",
    ["-ec", "mkdir open open/kept shown; echo kept > open/kept/f; chown -R 1000 ."],
    {
      cwd: outside,
    },
  );
  workspace.host(`mkdir -p lib/sub vendor/gen .agent-sandbox && echo kept > lib/sub/f
    echo kept > tsconfig.json && touch vendor/gen/x`);
  configure(workspace, {
    container: { image: TEST_IMAGE },
    filesystem: {
      ro: [
        "lib/sub",
        "ts*.json",
        "absent/config",
        "vendor",
        `${outside}/open/kept`,
        `${outside}/shown`,
      ],
      rw: ["vendor/gen", `${outside}/open`],
    },
  });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(outside, { recursive: true });
});

async function inside(script: string) {
  const result = await cli(["run", workspace.path, "--", "sh", "-c", script]);
  if (result.status === 125) throw new Error(result.stderr);
  return result;
}

describe("what is read-only", () => {
  it.each([
    ["writing", "echo x >> lib/sub/f"],
    ["renaming its parent", "mv lib lib2 && mkdir -p lib/sub"],
    ["renaming it", "mv lib/sub lib/old"],
    ["removing it", "rm -rf lib/sub"],
    ["a copy that takes its place", "cp -r lib l2 && mv lib l3"],
    ["replacing what a pattern matched", "echo x > t && mv -f t tsconfig.json"],
    ["linking over it", "ln -sfn /tmp lib/sub/f"],
    ["a hard link", "ln lib/sub/f copy && echo x >> copy"],
    ["unmounting", "umount lib/sub"],
    ["remounting", "mount -o remount,rw,bind lib/sub"],
    ["a user namespace", "unshare -Urm sh -c 'umount lib/sub || mount -o remount,rw,bind lib/sub'"],
    ["the path by /proc", 'echo x >> "/proc/self/cwd/lib/sub/f"'],
    ["a link to it", "ln -s lib/sub by && echo x >> by/f"],
    ["making an absent one", "echo x > absent/config"],
    ["replacing what holds its place", "rmdir absent/config || mv absent a2"],
    ["the read-only part around what is writable", "touch vendor/x || mv vendor/gen vendor/g"],
    ["renaming what is writable in it", "mv vendor v2"],
  ])("stays so: %s does not help", async (_, attempt) => {
    const { status } = await inside(attempt);
    expect(status).not.toBe(0);
    expect(readFileSync(join(workspace.path, "lib/sub/f"), "utf8")).toBe("kept\n");
    expect(readFileSync(join(workspace.path, "tsconfig.json"), "utf8")).toBe("kept\n");
    expect(readdirSync(join(workspace.path, "vendor"))).toEqual(["gen"]);
  });

  it.each([
    ["writing", "echo x >> kept/f"],
    ["renaming it", "mv kept k2"],
    ["renaming what is around it", "mv $PWD ${PWD}2"],
    ["a link to what is not shown", "ln -s ../hidden l && cat l/f"],
    ["another way to it", "echo x >> ../shown/../open/kept/f"],
    ["what is only shown", "touch ../shown/x"],
  ])("stays so outside of the workspace: %s does not help", async (_, attempt) => {
    mkdirSync(join(outside, "hidden"), { recursive: true });
    const { status } = await inside(`cd ${outside}/open && { ${attempt}; }`);
    expect(status).not.toBe(0);
    expect(readFileSync(join(outside, "open/kept/f"), "utf8")).toBe("kept\n");
    expect(readdirSync(join(outside, "shown"))).toEqual([]);
  });

  it("has no writable mount of the host's below it", async () => {
    const below = join(outside, "shown/disk");
    mkdirSync(below);
    execFileSync("mount", ["-t", "tmpfs", "none", below]);
    try {
      await cli(["stop", workspace.path]);
      const { stdout } = await inside(`touch ${below}/x; ls -A ${below}`);
      expect(stdout).toBe("");
      expect(readdirSync(below)).toEqual([]);
    } finally {
      execFileSync("umount", [below]);
      rmSync(below, { recursive: true });
    }
  });
});

describe("a link in the place of what is read-only", () => {
  it("is refused at the next start", async () => {
    await cli(["stop", workspace.path]);
    workspace.host("rm -rf absent && ln -s lib absent");
    await expect(inside("true")).rejects.toThrow('"absent": it is a symbolic link');
    workspace.host("rm absent");
  });
});
