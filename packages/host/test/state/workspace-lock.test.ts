import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { createWorkspaceLock } from "../../src/state/workspace-lock.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const never = new AbortController().signal;

describe("createWorkspaceLock", () => {
  it("lets one work at a time for one workspace", async () => {
    await using directory = await temporaryDirectory();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(5);
      inside -= 1;
    };
    const locks = Array.from({ length: 8 }, () => createWorkspaceLock(directory.path));
    await Promise.all(locks.map((lock) => lock.hold("w", never, work)));
    expect(most).toBe(1);
  });

  it("does not make one workspace wait for another", async () => {
    await using directory = await temporaryDirectory();
    const lock = createWorkspaceLock(directory.path);
    const inner = lock.hold("a", never, () => lock.hold("b", never, () => Promise.resolve("both")));
    expect(await inner).toBe("both");
  });

  it("gives the lock back when the work fails", async () => {
    await using directory = await temporaryDirectory();
    const lock = createWorkspaceLock(directory.path);
    const failing = lock.hold("w", never, () => Promise.reject(new Error("work")));
    await expect(failing).rejects.toThrow("work");
    expect(await lock.hold("w", never, () => Promise.resolve(1))).toBe(1);
  });

  it("stops waiting with the signal's reason", async () => {
    await using directory = await temporaryDirectory();
    const lock = createWorkspaceLock(directory.path);
    await lock.hold("w", never, async () => {
      const abort = new AbortController();
      const waiting = lock.hold("w", abort.signal, () => Promise.resolve());
      abort.abort(new Error("enough"));
      await expect(waiting).rejects.toThrow("enough");
    });
  });

  it("says for whom it waits, once, and only when that takes long", async () => {
    await using directory = await temporaryDirectory();
    const said: string[] = [];
    const waiting = { progress: (message: string) => said.push(message), doing: "opens a sandbox" };
    const lock = createWorkspaceLock(directory.path, waiting);
    const { next } = await lock.hold("w", never, async () => {
      const before = performance.now();
      const next = lock.hold("w", never, () => Promise.resolve());
      while (said.length === 0) await sleep(20);
      expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
      await sleep(500);
      expect(said).toEqual([`Waiting for process ${process.pid}, which opens a sandbox`]);
      // In an object, or it would be waited for with the lock held.
      return { next };
    });
    await next;
    expect(said).toHaveLength(1);
  });

  it("takes over a lock whose holder is gone, one at a time", async () => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, "w.lock"));
    await writeFile(join(directory.path, "w.holder"), '{"pid":4194305,"started":1}');
    await utimes(join(directory.path, "w.lock"), new Date(), new Date(Date.now() - 2_500));
    const said: string[] = [];
    const waiting = { progress: (message: string) => said.push(message), doing: "works" };
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(20);
      inside -= 1;
    };
    const locks = Array.from({ length: 8 }, () => createWorkspaceLock(directory.path, waiting));
    await Promise.all(locks.map((lock) => lock.hold("w", never, work)));
    expect(most).toBe(1);
    expect(said).toContain("Waiting for another process, which works");
    expect(await readdir(directory.path)).toEqual([]);
  });

  it("says which folder it cannot write", async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, "file");
    await writeFile(file, "");
    await expect(
      createWorkspaceLock(file).hold("w", never, () => Promise.resolve()),
    ).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  });
});
