import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { proveMounts } from "../src/prove-mounts.ts";

const mount = (at: string) => execFileSync("mount", ["-t", "tmpfs", "tmpfs", at]);

/** How often a number that is free again may go to somebody else, and how long a proof may take, in milliseconds. */
const TRIES = 20;
const PATIENCE = 5_000;

// Mounting is for root.
(process.getuid?.() === 0 ? describe : describe.skip)("proveMounts", () => {
  it("sees that a sandbox is set up whose /run has the number of what was unmounted meanwhile", async () => {
    const place = mkdtempSync(join(tmpdir(), "prove-mounts-"));
    let isReused = false;
    for (let round = 0; round < TRIES && !isReused; round += 1) {
      mount(place);
      const { dev } = statSync(place);
      let first: number | undefined;
      let hasEnded = false;
      const ends = { first: () => first, hasEnded: () => hasEnded };
      const proven = proveMounts({ mounts: [], keptLinks: [], ...ends }).then(() => !hasEnded);
      execFileSync("umount", [place]);
      const script = "mount -t tmpfs tmpfs /run && exec sleep 60";
      const inside = spawn("unshare", ["--mount", "sh", "-c", script], { stdio: "ignore" });
      try {
        first = inside.pid ?? 0;
        const limit = setTimeout(() => (hasEnded = true), PATIENCE);
        expect(await proven).toBe(true);
        clearTimeout(limit);
        isReused = statSync(`/proc/${first.toString()}/root/run`).dev === dev;
      } finally {
        inside.kill("SIGKILL");
        await sleep(10);
      }
    }
    rmdirSync(place);
    expect(isReused).toBe(true);
  });

  it("waits until what the sandbox was set up in no longer lies on top of its root", async () => {
    const place = mkdtempSync(join(tmpdir(), "prove-mounts-"));
    const script = `mount --rbind / ${place} && mount -t tmpfs tmpfs ${place}/run && cd ${place} &&
      pivot_root . . && sleep 0.5 && umount --lazy . && exec sleep 60`;
    const inside = spawn("unshare", ["--mount", "sh", "-c", script], { stdio: "ignore" });
    try {
      const pid = inside.pid ?? 0;
      const hasEnded = () => inside.exitCode !== null;
      await proveMounts({ mounts: [], keptLinks: [], first: () => pid, hasEnded });
      const entering = [`--mount=/proc/${pid.toString()}/ns/mnt`, "stat", "--format=%d", "/run"];
      const { dev } = statSync(`/proc/${pid.toString()}/root/run`);
      expect(execFileSync("nsenter", entering, { encoding: "utf8" })).toBe(`${dev.toString()}\n`);
    } finally {
      inside.kill("SIGKILL");
      await sleep(10);
      rmdirSync(place);
    }
  });
});
