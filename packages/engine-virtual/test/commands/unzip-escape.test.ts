import { describe, expect, it } from "@jest/globals";

import { exportTree } from "../../src/files/export-tree.ts";
import { importTree } from "../../src/files/import-tree.ts";
import type { MemoryFiles } from "../../src/files/memory-files.ts";
import { scratchFiles, textAt } from "../files/scratch-files.ts";
import { runCommand } from "./run-command.ts";

/** An archive of `xx/evil`, in which other bytes stand in place of `xx/`. */
function archiveWith(front: string): MemoryFiles {
  const files = scratchFiles();
  importTree(files, { "xx/evil": "evil\n", "out/sub": { directory: true } });
  expect(runCommand(["zip", "-q", "/a.zip", "xx/evil"], { files }).status).toBe(0);
  const bytes = Buffer.from(files.read("/a.zip")).toString("latin1");
  files.write("/a.zip", Buffer.from(bytes.replaceAll("xx/", front), "latin1"));
  files.remove("/xx", { recursive: true });
  return files;
}

describe("unzip never leaves the directory that it extracts into", () => {
  it.each(["../", "/./", "///"])("with %j in front of a name", (front) => {
    const files = archiveWith(front);
    expect(runCommand(["unzip", "-q", "/a.zip", "-d", "/out"], { files }).status).toBe(0);
    expect(textAt(files, "/out/evil")).toBe("evil\n");
    expect([...exportTree(files)].map(({ path }) => path).sort()).toStrictEqual([
      "/a.zip",
      "/out",
      "/out/evil",
      "/out/sub",
    ]);
  });

  it("through a link", () => {
    const files = archiveWith("ww/");
    files.link("..", "/out/ww");
    const { status, stderr } = runCommand(["unzip", "-q", "/a.zip", "-d", "/out"], { files });
    expect([status, stderr]).toStrictEqual([9, "unzip: cannot create /out/ww: Not a directory\n"]);
    expect(files.exists("/evil")).toBe(false);
  });

  it.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, 20)],
    [
      "with other content",
      (bytes: Buffer) => {
        // Behind the first file's header, its name and what else is told of it.
        const content = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
        return Buffer.from(bytes).fill(0xff, content + 3, content + 7);
      },
    ],
    [
      "with a directory elsewhere",
      (bytes: Buffer) => Buffer.from(bytes).fill(0x7f, bytes.length - 6, bytes.length - 2),
    ],
  ])("says so of an archive that is damaged: %s", (_, damage) => {
    const files = scratchFiles();
    importTree(files, { evil: "evil ".repeat(100) });
    runCommand(["zip", "-q", "/a.zip", "evil"], { files });
    files.write("/a.zip", damage(Buffer.from(files.read("/a.zip"))));
    const { status, stderr } = runCommand(["unzip", "-qo", "/a.zip"], { files });
    expect(status).toBe(9);
    expect(stderr).toMatch(/^unzip: (?:the archive is damaged|this is no zip archive)/);
  });
});
