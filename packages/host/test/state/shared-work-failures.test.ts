import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { createSharedWork } from "../../src/state/create-shared-work.ts";
import { asNobody } from "../support/as-nobody.ts";
import { SharingProcess } from "../support/sharing-process.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const never = new AbortController().signal;
const isRoot = process.getuid?.() === 0;

const share = (stateDir: string): Promise<string> =>
  createSharedWork(stateDir).share<string, string>(
    { key: "k", request: "r", work: (take) => take() },
    never,
  );

/** A file system of its own with room for nearly nothing. */
async function smallDisk(path: string): Promise<TemporaryDirectory> {
  await mkdir(path);
  await run("mount", ["-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", path]);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await run("umount", ["-l", path]);
    },
  };
}

describe("createSharedWork where the state folder", () => {
  it("cannot be written says so", async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    await expect(asNobody(() => share(join(directory.path, "state")))).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: expect.stringMatching(/^Cannot leave a request in ".*shared\/k": /),
      hint: expect.stringContaining("XDG_STATE_HOME"),
    });
  });

  it("is a file says so", async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, "state"), "");
    await expect(share(join(directory.path, "state"))).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
    });
  });
});

// Only root can mount a disk that is full.
(isRoot ? describe : describe.skip)("createSharedWork on a disk that", () => {
  it("is full says so, and leaves nothing half written", async () => {
    await using directory = await temporaryDirectory();
    await using disk = await smallDisk(join(directory.path, "disk"));
    const stateDir = disk.path;
    await mkdir(join(stateDir, "shared/k"), { recursive: true });
    await expect(writeFile(join(stateDir, "filler"), Buffer.alloc(200_000))).rejects.toThrow();
    await expect(share(stateDir)).rejects.toMatchObject({
      code: "DISK_FULL",
      message: expect.stringContaining("the disk is full"),
    });
    expect(await readdir(join(stateDir, "shared/k"))).toEqual([]);
    await rm(join(stateDir, "filler"));
    expect(await share(stateDir)).toBe("r");
  });

  it("fills up while it works lets each do its own", async () => {
    await using directory = await temporaryDirectory();
    await using disk = await smallDisk(join(directory.path, "disk"));
    const stateDir = disk.path;
    const log = join(directory.path, "log");
    const start = (request: string, workMs: number) =>
      new SharingProcess({ stateDir, request, log, workMs });
    const first = start("first", 8000);
    await first.saw("working");
    const others = ["second", "third"].map((request) => start(request, 10));
    await Promise.all(others.map((other) => other.saw("Waiting")));
    await expect(writeFile(join(stateDir, "filler"), Buffer.alloc(200_000))).rejects.toThrow();
    expect(await first.output()).toContain("answer done first");
    expect(await others[0]?.output()).toContain("answer done second");
    expect(await others[1]?.output()).toContain("answer done third");
  });
});
