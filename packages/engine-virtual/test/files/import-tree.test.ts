import { describe, expect, it } from "@jest/globals";

import { exportTree } from "../../src/files/export-tree.ts";
import { importTree } from "../../src/files/import-tree.ts";
import { bytes, refusal, scratchFiles, textAt } from "./scratch-files.ts";

const TREE = {
  "src/app.js": "code",
  "/bin/tool": { content: "#!", mode: 0o755, modified: 5 },
  "/current": { link: "src" },
  "/empty": { directory: true, mode: 0o700 },
} as const;

describe("importTree", () => {
  it("makes files, links and directories with their modes and times", () => {
    const files = scratchFiles();
    importTree(files, TREE);
    expect(textAt(files, "/current/app.js")).toBe("code");
    expect(files.stat("/bin/tool")).toMatchObject({ mode: 0o755, modified: 5 });
    expect(files.stat("/empty")).toMatchObject({ kind: "directory", mode: 0o700 });
  });

  it("leaves nothing of a tree that passes a limit", () => {
    const files = scratchFiles({ maxNodeCount: 3 });
    expect(refusal(() => importTree(files, TREE))).toBe("maxNodeCount");
    expect(files.list("/")).toStrictEqual([]);
  });

  it("refuses what belongs to the machine", () => {
    expect(refusal(() => importTree(scratchFiles(), { "dev/x": "" }))).toBe("EPERM");
  });
});

describe("exportTree", () => {
  it("gives everything that was imported, parents first", () => {
    const files = scratchFiles();
    importTree(files, TREE);
    const entries = [...exportTree(files)];
    expect(entries.map(({ path }) => path)).toStrictEqual([
      "/src",
      "/src/app.js",
      "/bin",
      "/bin/tool",
      "/current",
      "/empty",
    ]);
    expect(entries[1]).toMatchObject({ kind: "file", mode: 0o644, content: bytes("code") });
    expect(entries[4]).toMatchObject({ kind: "link", target: "src" });
  });
});
