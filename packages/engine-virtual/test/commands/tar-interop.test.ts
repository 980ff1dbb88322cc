import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { exportTree } from "../../src/files/export-tree.ts";
import { importTree } from "../../src/files/import-tree.ts";
import type { MemoryFiles } from "../../src/files/memory-files.ts";
import { openVirtual } from "../../src/index.ts";
import { scratchFiles, textAt } from "../files/scratch-files.ts";
import { runCommand } from "./run-command.ts";

const LONG = `${"long-name/".repeat(15)}file-${"x".repeat(110)}`;

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tar-interop-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function real(name: string, ...args: readonly string[]): string {
  const { status, stderr, stdout } = spawnSync(name, args, { cwd: root, env: process.env });
  expect([status, stderr.toString()]).toStrictEqual([0, ""]);
  return stdout.toString();
}

function filesWith(archive: string): MemoryFiles {
  const files = scratchFiles();
  files.write("/a.tar", readFileSync(join(root, archive)));
  files.makeDirectory("/out");
  return files;
}

describe("tar beside the machine's own", () => {
  it.each([
    ["cf", "xf"],
    ["czf", "xzf"],
  ])("makes with %s what that one reads", (make, take) => {
    const files = scratchFiles();
    importTree(files, {
      "src/a.txt": "text\n",
      [LONG]: "long\n",
      "src/link": { link: `../${LONG}` },
      "src/empty": { directory: true },
    });
    files.setMode("/src/a.txt", 0o750);
    const made = runCommand(["tar", make, "/a.tar", "src", "long-name"], { files });
    expect([made.status, made.stderr]).toStrictEqual([0, ""]);
    writeFileSync(join(root, "a.tar"), files.read("/a.tar"));
    real("tar", take, "a.tar");
    expect(readFileSync(join(root, LONG), "utf8")).toBe("long\n");
    expect(real("stat", "-c", "%a %N", "src/a.txt", "src/link", "src/empty")).toBe(
      `750 'src/a.txt'\n777 'src/link' -> '../${LONG}'\n755 'src/empty'\n`,
    );
  });

  it.each(["gnu", "ustar", "pax", "v7"])("reads what that one makes as %s", (format) => {
    mkdirSync(join(root, "d", "e"), { recursive: true });
    const name = format === "gnu" || format === "pax" ? `${"n".repeat(150)}é` : "short";
    writeFileSync(join(root, "d", name), "content\n");
    writeFileSync(join(root, "d", "large"), "0123456789".repeat(20_000));
    symlinkSync("large", join(root, "d", "link"));
    real("tar", "-cf", "a.tar", `--format=${format}`, "d");
    const files = filesWith("a.tar");
    const { status, stderr } = runCommand(["tar", "-xf", "/a.tar", "-C", "/out"], { files });
    expect([status, stderr]).toStrictEqual([0, ""]);
    expect(textAt(files, `/out/d/${name}`)).toBe("content\n");
    expect(files.read("/out/d/link").length).toBe(200_000);
    expect(files.stat("/out/d/e").kind).toBe("directory");
    expect(runCommand(["tar", "-tvf", "/a.tar"], { files }).stdout).toBe(
      real("tar", "-tvf", "a.tar"),
    );
  });

  it("gives a file its other names", () => {
    writeFileSync(join(root, "one"), "same\n");
    real("ln", "one", "two");
    real("tar", "-cf", "a.tar", "one", "two");
    const files = filesWith("a.tar");
    const { status, stderr } = runCommand(["tar", "-xf", "/a.tar", "-C", "/out"], { files });
    expect([status, stderr]).toStrictEqual([0, ""]);
    files.write("/out/one", Buffer.from("other\n"));
    expect(textAt(files, "/out/two")).toBe("other\n");
  });
});

describe("tar never leaves the directory that it extracts into", () => {
  const outside = (files: MemoryFiles): readonly string[] =>
    [...exportTree(files)]
      .map(({ path }) => path)
      .filter((path) => !/^\/?(?:out|a\.tar)/.test(path));

  it.each([
    ["by dots", "s,^,../../,"],
    ["by dots further on", "s,^,deep/../../../,"],
    ["by an absolute name", "s,^,/,"],
  ])("%s", (_, transform) => {
    writeFileSync(join(root, "evil"), "evil\n");
    real("tar", "-cPf", "a.tar", `--transform=${transform}`, "evil");
    const files = filesWith("a.tar");
    const { status, stderr } = runCommand(["tar", "-xf", "/a.tar", "-C", "/out"], { files });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^tar: Removing leading `.*' from member names\n$/);
    expect(outside(files)).toStrictEqual([]);
    expect(textAt(files, "/out/evil")).toBe("evil\n");
  });

  it.each(["/", ".."])("through a link to %s that the archive brings", (target) => {
    symlinkSync(target, join(root, "way"));
    real("tar", "-cf", "a.tar", "way");
    rmSync(join(root, "way"));
    mkdirSync(join(root, "way"));
    writeFileSync(join(root, "way", "evil"), "evil\n");
    real("tar", "-rf", "a.tar", "way/evil");
    const files = filesWith("a.tar");
    runCommand(["tar", "-xf", "/a.tar", "-C", "/out"], { files });
    expect(outside(files)).toStrictEqual([]);
  });

  it("through a link that was there before", () => {
    mkdirSync(join(root, "way"));
    writeFileSync(join(root, "way", "evil"), "evil\n");
    real("tar", "-cf", "a.tar", "way/evil");
    const files = filesWith("a.tar");
    files.link("..", "/out/way");
    const { status } = runCommand(["tar", "-xf", "/a.tar", "-C", "/out"], { files });
    expect(status).toBe(2);
    expect(outside(files)).toStrictEqual([]);
  });
});

describe("packed files", () => {
  const script =
    'seq() { for ((i = 0; i < 30000; i++)); do echo "$i $RANDOM"; done; }; seq > f; md5sum < f; ' +
    "gzip -k f; zcat f.gz | md5sum; tar czf a.tgz f f.gz; tar xzOf a.tgz f | md5sum";

  it.each(["execute", "executeSync"] as const)("come out as they went in, by %s", async (how) => {
    using sandbox = openVirtual();
    const { stdout, stderr } = await sandbox[how](script);
    expect(stderr).toBe("");
    const sums = stdout.trim().split("\n");
    expect(sums).toHaveLength(3);
    expect(new Set(sums).size).toBe(1);
  });

  it.each(["execute", "executeSync"] as const)(
    "meet the limits when they grow, by %s",
    async (how) => {
      using sandbox = openVirtual({ maxFileSize: 2_000_000, maxTotalSize: 4_000_000 });
      await sandbox.execute("head -c 1900000 /dev/zero > z; gzip z; cat z.gz z.gz z.gz > bomb.gz");
      const { exitCode, stderr } = await sandbox[how]("gunzip bomb.gz");
      expect(exitCode).toBe(126);
      expect(stderr).toMatch(/limit max(?:File|Total)Size of \d+ exceeded/);
      expect((await sandbox.execute("ls")).stdout).toBe("bomb.gz\ntmp\nz.gz\n");
    },
  );

  it("stop when the time is up", async () => {
    using sandbox = openVirtual({
      commandTimeout: 150,
      maxFileSize: 2 ** 28,
      maxTotalSize: 2 ** 29,
    });
    const { exitCode } = await sandbox.execute("gzip -c /dev/zero > /dev/null");
    expect(exitCode).toBe(124);
  });
});
