import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { isRunning, thisProcess } from "../../src/state/process-identity.ts";

describe("isRunning", () => {
  it("knows this process, and tells it from one that had its id before", async () => {
    const self = await thisProcess();
    expect(await isRunning(self)).toBe(true);
    expect(await isRunning({ ...self, started: self.started - 1 })).toBe(self.started === 0);
    expect(await isRunning({ ...self, started: 0 })).toBe(true);
  });

  it("knows that a process has ended", async () => {
    const child = spawn("true");
    await once(child, "exit");
    expect(await isRunning({ pid: child.pid ?? 0, started: 0 })).toBe(false);
  });

  it("takes a killed one that its parent has not asked for to be gone", async () => {
    // The shell becomes a sleep, which never waits for the child it inherits.
    const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"]);
    const [pid] = (await once(parent.stdout, "data")) as [Buffer];
    const orphan = { pid: Number(pid.toString()), started: 0 };
    expect(await isRunning(orphan)).toBe(true);
    await sleep(400);
    expect(await isRunning(orphan)).toBe(false);
    parent.kill("SIGKILL");
  });

  it.each([0, -1, 1.5, NaN])("takes %p for no process", async (pid) => {
    expect(await isRunning({ pid, started: 0 })).toBe(false);
  });
});
