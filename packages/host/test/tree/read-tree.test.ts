import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { readTree, type TreeLimits } from "../../src/index.ts";

const ROOM: TreeLimits = { maxTotalSize: 1000, maxFileSize: 100, maxNodeCount: 50 };

let folder: string;
const root = () => join(folder, "root");

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-test-")));
  const script = `mkdir -p root/d/e root/hidden beside; echo one > root/a; echo deep > root/d/e/f
    echo no > root/hidden/no; echo yes > root/hidden/yes; chmod 750 root/a; chmod 700 root/d
    ln -s a root/in; ln -s ../a root/d/up; ln -s nowhere root/dangling; ln -s "$PWD/root/a" root/absolute
    ln -s ../beside root/out; ln -s /etc/passwd root/passwd; ln -s ../nowhere root/gone; ln -s loop root/loop
    mkfifo root/pipe; touch -d 2020-01-02T03:04:05Z root/a`;
  execFileSync("sh", ["-ec", script], { cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true }));

const shows = (path: string) => !path.endsWith("/hidden") && !path.endsWith("/no");
const read = (limits: Partial<TreeLimits> = {}) =>
  readTree({ root: root(), shows, limits: { ...ROOM, ...limits } });

describe("readTree", () => {
  it("has files with content, mode and time, directories, and links as they are written", () => {
    const { entries } = read();
    expect(entries[join(root(), "a")]).toEqual({
      content: Buffer.from("one\n"),
      mode: 0o750,
      modified: Date.UTC(2020, 0, 2, 3, 4, 5),
    });
    expect(entries[join(root(), "d")]).toEqual({ directory: true, mode: 0o700 });
    expect(entries[join(root(), "d/up")]).toEqual({ link: "../a" });
    expect(entries[join(root(), "absolute")]).toEqual({ link: join(root(), "a") });
    expect(entries[join(root(), "dangling")]).toEqual({ link: "nowhere" });
  });

  it("leaves out links that lead elsewhere, and says so; no link is followed", () => {
    const { entries, leftOut } = read();
    const names = ["gone", "out", "passwd", "pipe"].map((name) => join(root(), name));
    expect([...leftOut].sort()).toEqual(names);
    for (const name of names) expect(entries).not.toHaveProperty([name]);
    expect(Object.keys(entries).some((path) => path.includes("beside"))).toBe(false);
  });

  it("has nothing that is hidden, and what is shown in a hidden directory", () => {
    const { entries, leftOut } = read();
    const hidden = [...Object.keys(entries), ...leftOut].filter((path) => path.includes("hidden"));
    expect(hidden).toEqual([join(root(), "hidden/yes")]);
  });

  it.each([
    [{ maxFileSize: 4 }, 'd/e/f": it has 5 bytes, and virtual.max-file-size is 4'],
    [{ maxTotalSize: 12 }, "its files are more than virtual.max-total-size, which is 12 bytes"],
    [{ maxNodeCount: 3 }, "its files and directories are more than virtual.max-node-count"],
  ])("reads no more than there is room for: %j", (limits, sentence) => {
    expect(() => read(limits)).toThrow(expect.objectContaining({ code: "POLICY_DENIED" }));
    expect(() => read(limits)).toThrow(sentence);
  });
});
