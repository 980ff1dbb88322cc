import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { type CollectedEntry, createEventCollector } from "../../src/audit/collected.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const HOUR = 3_600_000;
const BASE = 10 * HOUR;
const { signal } = new AbortController();
const script = fileURLToPath(new URL("./collect-forever.ts", import.meta.url));

const push = (eventId: string, at: number): CollectedEntry => ({
  at,
  event: {
    event: "push",
    eventId,
    workspace: "/w",
    branch: "b",
    ref: "refs/heads/b",
    old: "0",
    new: "1",
    result: "refused",
    reason: "not this branch",
  },
});

/** The ids of all pushes on record, in every file. */
async function recordedIn(stateDir: string): Promise<readonly string[]> {
  const names = await readdir(join(stateDir, "audit"), { recursive: true });
  const files = names.filter((name) => name.endsWith(".jsonl"));
  const texts = await Promise.all(
    files.map((name) => readFile(join(stateDir, "audit", name), "utf8")),
  );
  const lines = texts.flatMap((text) => text.split("\n").slice(0, -1));
  const records = lines.map((line) => JSON.parse(line) as { event: string; eventId: string });
  const events = records.filter(({ event }) => event !== "collected");
  return events.map(({ eventId }) => eventId).sort();
}

const collectorIn = (stateDir: string) => {
  const collector = createEventCollector({ stateDir }, () => new Date("2026-03-04T05:06:07Z"));
  return async (pushes: readonly CollectedEntry[]) => {
    let since = -1;
    const read = (from: number) => {
      since = from;
      return Promise.resolve(pushes.filter(({ at }) => at >= from));
    };
    const events = await collector.collect({ containerId: "g", read, signal });
    return { since, ids: events.map(({ eventId }) => eventId) };
  };
};

describe("createEventCollector", () => {
  it("records each push once, and asks only for what may be new", async () => {
    await using directory = await temporaryDirectory();
    const collect = collectorIn(directory.path);
    const first = [push("a", BASE), push("b", BASE)];
    expect(await collect(first)).toEqual({ since: 0, ids: ["a", "b"] });
    expect(await collect(first)).toEqual({ since: BASE - HOUR, ids: [] });
    const later = [...first, push("c", BASE), push("d", BASE + 5 * HOUR)];
    expect(await collect(later)).toEqual({ since: BASE - HOUR, ids: ["c", "d"] });
    expect(await collect(later)).toEqual({ since: BASE + 4 * HOUR, ids: [] });
    expect(await recordedIn(directory.path)).toEqual(["a", "b", "c", "d"]);
  });

  it("misses no push that was told after the clock went back", async () => {
    await using directory = await temporaryDirectory();
    const collect = collectorIn(directory.path);
    await collect([push("a", BASE)]);
    expect((await collect([push("a", BASE), push("b", BASE - HOUR / 2)])).ids).toEqual(["b"]);
  });

  it("makes no record where there is nothing to record", async () => {
    await using directory = await temporaryDirectory();
    expect((await collectorIn(directory.path)([])).ids).toEqual([]);
    expect(await readdir(directory.path)).not.toContain("audit");
  });

  it("lets two processes record one push once", async () => {
    await using directory = await temporaryDirectory();
    const collects = [1, 2, 3].map(() => collectorIn(directory.path));
    await Promise.all(collects.map((collect) => collect([push("a", BASE)])));
    expect(await recordedIn(directory.path)).toEqual(["a"]);
  });

  it("tries again what could not be recorded", async () => {
    await using directory = await temporaryDirectory();
    const collect = collectorIn(directory.path);
    await writeFile(join(directory.path, "audit"), "");
    await expect(collect([push("a", BASE)])).rejects.toMatchObject({ code: "AUDIT_FAILED" });
    await rm(join(directory.path, "audit"));
    expect((await collect([push("a", BASE)])).ids).toEqual(["a"]);
  });

  it("forgets a container", async () => {
    await using directory = await temporaryDirectory();
    const collector = createEventCollector({ stateDir: directory.path }, () => new Date());
    await collectorIn(directory.path)([push("a", BASE)]);
    await collector.forget("g");
    expect(await readdir(join(directory.path, "collected"))).toEqual([]);
  });

  it("records each push once also after crashes", async () => {
    await using directory = await temporaryDirectory();
    for (const milliseconds of [20, 33, 47, 60, 81, 99, 130]) {
      const child = spawn(process.execPath, [script, directory.path, BASE.toString()], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      await sleep(milliseconds);
      child.kill("SIGKILL");
      await once(child, "exit");
      // As when it has been dead for long.
      await rm(join(directory.path, "collected/g.lock"), { recursive: true, force: true });
    }
    const collected = await readFile(join(directory.path, "collected/g.json"), "utf8");
    expect(collected).toContain("recorded");
    const all = Array.from({ length: 3000 }, (_, index) => `p${index}`);
    const before = await recordedIn(directory.path);
    const { ids } = await collectorIn(directory.path)(
      all.map((id, index) => push(id, BASE + index)),
    );
    expect(ids.length + before.length).toBe(3000);
    expect(await recordedIn(directory.path)).toEqual(all.toSorted());
  });
});
