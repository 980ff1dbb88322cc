import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "@jest/globals";

import { openScratch } from "../../src/image/open-scratch.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "open-scratch-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A folder whose build was killed, with what it had made. */
function leaveBuild(name: string): string {
  const path = join(directory, `agent-sandbox-os-${name}`);
  mkdirSync(join(path, "system-1/usr"), { recursive: true });
  writeFileSync(join(path, "system-1/usr/file"), "");
  const listen = `require("node:net").createServer().listen("building.sock", () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", listen], { cwd: path });
  return path;
}

it("is a folder of its own, which goes when it is closed", async () => {
  const scratch = await openScratch(directory);
  writeFileSync(join(scratch.path, "file"), "");
  expect(readdirSync(directory)).toHaveLength(1);
  await scratch[Symbol.asyncDispose]();
  expect(readdirSync(directory)).toEqual([]);
});

it("takes away what builds that were killed have left, and nothing of those that are at work", async () => {
  leaveBuild("killed");
  await using other = await openScratch(directory);
  utimesSync(other.path, 0, 0);
  writeFileSync(join(directory, "file"), "");
  await using scratch = await openScratch(directory);
  const names = [other.path, scratch.path].map((path) => path.slice(directory.length + 1));
  expect(readdirSync(directory).sort()).toEqual([...names, "file"].sort());
});

it("leaves a folder in which something is still mounted", async () => {
  const path = leaveBuild("mounted");
  const inside = join(path, "system-1/usr");
  spawnSync("mount", ["-t", "tmpfs", "none", inside]);
  try {
    await using scratch = await openScratch(directory);
    expect(readdirSync(directory)).toContain("agent-sandbox-os-mounted");
    expect(readdirSync(path)).toContain("system-1");
    expect(scratch.path).not.toBe(path);
  } finally {
    spawnSync("umount", [inside]);
  }
});
