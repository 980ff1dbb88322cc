import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { openScratch } from "../../src/image/open-scratch.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "open-scratch-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A folder whose build was killed, with what it had made. */
function leaveBuild(name: string, place = directory): string {
  const path = join(place, `agent-sandbox-os-${name}`);
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

// Mounting is for root.
(process.getuid?.() === 0 ? describe : describe.skip)(
  "a folder in which something of its file system is mounted",
  () => {
    it.each([
      ["a folder", "real"],
      ["a link", "link"],
      ["a name with blanks and a backslash", "a b\tc\nd\\e"],
    ])("stays below %s", async (_, name) => {
      const place = join(directory, name);
      const other = join(directory, "other");
      mkdirSync(other);
      writeFileSync(join(other, "precious"), "");
      mkdirSync(name === "link" ? join(directory, "real") : place);
      if (name === "link") symlinkSync("real", place);
      const path = leaveBuild("mounted", place);
      writeFileSync(join(path, "system-1/beside"), "");
      const inside = join(path, "system-1/usr");
      expect(spawnSync("mount", ["--bind", other, inside]).status).toBe(0);
      try {
        await using scratch = await openScratch(place);
        expect(readdirSync(join(path, "system-1")).sort()).toEqual(["beside", "usr"]);
        expect(readdirSync(other)).toEqual(["precious"]);
        expect(scratch.path).not.toBe(path);
      } finally {
        expect(spawnSync("umount", [inside]).status).toBe(0);
      }
    });
  },
);
