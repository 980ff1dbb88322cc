import { type FSWatcher, watch } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxError } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { createSharedWork } from "../../src/state/create-shared-work.ts";
import { RequestQueue } from "../../src/state/request-queue.ts";
import { SharingProcess } from "../support/sharing-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const never = new AbortController().signal;

/** Starts processes that share one request each. */
const sharing =
  (stateDir: string) =>
  (request: string, workMs = 300): SharingProcess =>
    new SharingProcess({ stateDir, request, log: join(stateDir, "log"), workMs });

const callsIn = async (stateDir: string): Promise<readonly string[]> =>
  (await readFile(join(stateDir, "log"), "utf8")).trim().split("\n");

const leftIn = (stateDir: string): Promise<readonly string[]> =>
  readdir(join(stateDir, "shared/k"));

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `r${index}`);

/** The names of what comes and goes in folders, in the order in which it happened: one inotify tells all. */
class Changes implements Disposable {
  readonly #names: string[] = [];
  readonly #folders: readonly string[];
  readonly #watchers: readonly FSWatcher[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
    this.#watchers = folders.map((folder) =>
      watch(folder, (_, name) => this.#names.push(name ?? "")),
    );
  }

  /** All until now. */
  async seen(): Promise<readonly string[]> {
    for (const folder of this.#folders) {
      const mark = `mark-${this.#names.length}`;
      await writeFile(join(folder, mark), "");
      while (!this.#names.includes(mark)) await sleep(5);
    }
    return this.#names;
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}

describe("createSharedWork", () => {
  it("answers twenty processes with far fewer than twenty calls, and leaves nothing", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const outputs = await Promise.all(names(20).map((name) => start(name, 1000).output()));
    for (const [index, name] of names(20).entries()) {
      expect(outputs[index]).toContain(`answer done ${name}\n`);
    }
    const calls = await callsIn(directory.path);
    expect(calls.length).toBeLessThanOrEqual(8);
    const served = calls.flatMap((call) => call.split(": ")[1]?.split(" ") ?? []);
    expect(served.toSorted()).toEqual(names(20).toSorted());
    expect(await leftIn(directory.path)).toEqual([]);
    expect(await readdir(join(directory.path, "shared"))).toEqual(["k"]);
  });

  it("takes a request back before the next holder could serve it once more", async () => {
    await using directory = await temporaryDirectory();
    const shared = join(directory.path, "shared");
    await mkdir(join(shared, "k"), { recursive: true });
    using changes = new Changes([shared, join(shared, "k")]);
    await createSharedWork(directory.path).share(
      { key: "k", request: "own", work: (take) => take() },
      never,
    );
    const names = await changes.seen();
    const removed = names.findLastIndex((name) => name.endsWith(".request"));
    expect(removed).toBeGreaterThan(names.indexOf("k.turn.lock"));
    expect(removed).toBeLessThan(names.lastIndexOf("k.turn.lock"));
  });

  it("takes an answered request back before its answer", async () => {
    await using directory = await temporaryDirectory();
    const queue = new RequestQueue(directory.path);
    const id = await queue.leave("r");
    await queue.answer(id, "a");
    using changes = new Changes([directory.path]);
    await queue.remove(id);
    expect((await changes.seen()).slice(0, 2)).toEqual([`${id}.request`, `${id}.answer`]);
  });

  it("says for whom it waits", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const holder = start("first", 4000);
    await holder.saw("working");
    const waiter = start("second", 0);
    const expected = `Waiting for process ${holder.child.pid}, which prepares branches of this repository\n`;
    expect((await waiter.output()).split(expected)).toHaveLength(2);
    expect(await holder.output()).not.toContain("Waiting");
  });

  it("lets another take over what a killed holder has not answered", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const holder = start("dead", 60_000);
    await holder.saw("working");
    const waiters = names(3).map((name) => start(name, 50));
    await Promise.all(waiters.map((waiter) => waiter.saw("Waiting")));
    await holder.kill("SIGKILL");
    const outputs = await Promise.all(waiters.map((waiter) => waiter.output()));
    expect(outputs.map((output) => output.split("\n").at(-2))).toEqual(
      names(3).map((name) => `answer done ${name}`),
    );
    const after = (await callsIn(directory.path)).slice(1);
    expect(after.join()).not.toContain("dead");
    expect(after.length).toBeLessThanOrEqual(2);
    expect(await leftIn(directory.path)).toEqual([]);
  });

  it("answers everybody whenever holders are killed", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const doomed = names(6).map((name) => start(`dead-${name}`, 30));
    const kept = names(4).map((name) => start(name, 30));
    await Promise.race(doomed.map((process) => process.saw("working").catch(() => undefined)));
    for (const process of doomed) {
      await process.kill("SIGKILL");
      await sleep(7);
    }
    const outputs = await Promise.all(kept.map((process) => process.output()));
    for (const [index, name] of names(4).entries()) {
      expect(outputs[index]).toContain(`answer done ${name}\n`);
    }
    // Whoever comes next sweeps what the killed ones left.
    expect(await start("last", 0).output()).toContain("answer done last");
    expect(await leftIn(directory.path)).toEqual([]);
  });

  it("goes on for the others when the holder is interrupted", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const holder = start("first", 60_000);
    await holder.saw("working");
    const waiter = start("second", 0);
    await waiter.saw("Waiting");
    await holder.kill("SIGINT");
    expect(await holder.output()).toContain("failed Error: interrupted");
    expect(await waiter.output()).toContain("answer done second");
  });

  it("takes over from a holder that was stopped for too long, which then gets its answer too", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const holder = start("first", 3000);
    await holder.saw("working");
    await sleep(1500);
    holder.child.kill("SIGSTOP");
    const waiter = start("second", 3000);
    await waiter.saw("working");
    holder.child.kill("SIGCONT");
    expect(await waiter.output()).toContain("answer done second");
    expect(await holder.output()).toContain("answer done first");
    expect((await callsIn(directory.path))[1]).toContain("first");
  });

  it("rejects with this request's own error and answers the others", async () => {
    await using directory = await temporaryDirectory();
    const work = createSharedWork(directory.path);
    const asked = names(3).map((request) =>
      work.share<string, string>(
        {
          key: "k",
          request,
          work: async (take) => {
            await sleep(50);
            return (await take()).map((each) =>
              each === "r1"
                ? new SandboxError("BRANCH_INVALID", "Cannot: r1", { hint: "h" })
                : each,
            );
          },
        },
        never,
      ),
    );
    expect(await Promise.allSettled(asked)).toMatchObject([
      { value: "r0" },
      { reason: { code: "BRANCH_INVALID", message: "Cannot: r1", hint: "h" } },
      { value: "r2" },
    ]);
  });

  it("serves those who come until it takes them, and leaves to their own turn what is not fit", async () => {
    await using directory = await temporaryDirectory();
    const queue = new RequestQueue(join(directory.path, "shared/k"));
    const ids: string[] = [];
    const own = await createSharedWork(directory.path).share<string, string>(
      {
        key: "k",
        request: "own",
        work: async (take) => {
          for (const late of ["late", "unfit"]) ids.push(await queue.leave(late));
          return (await take((request) => request !== "unfit")).map((each) => `done ${each}`);
        },
      },
      never,
    );
    const answers = await Promise.all(ids.map(async (id) => await queue.answerTo(id)));
    expect([own, ...answers]).toEqual(["done own", { value: "done late" }, undefined]);
  });

  it("fails everybody at once when the work as a whole fails", async () => {
    await using directory = await temporaryDirectory();
    const work = createSharedWork(directory.path);
    let calls = 0;
    const failing = async (): Promise<never> => {
      calls += 1;
      await sleep(100);
      throw new SandboxError("ENGINE_UNAVAILABLE", "Cannot reach it", { hint: "start it" });
    };
    const asked = names(8).map((request) =>
      work.share({ key: "k", request, work: failing }, never),
    );
    for (const result of await Promise.allSettled(asked)) {
      expect(result).toMatchObject({ reason: { code: "ENGINE_UNAVAILABLE", hint: "start it" } });
    }
    expect(calls).toBeLessThanOrEqual(4);
  });

  it("passes on what it did before its own caller stopped, and no failure after that", async () => {
    await using directory = await temporaryDirectory();
    const queue = new RequestQueue(join(directory.path, "shared/k"));
    const other = [await queue.leave("good"), await queue.leave("bad")];
    const stop = new AbortController();
    const stopped = createSharedWork(directory.path).share<string, string>(
      {
        key: "k",
        request: "own",
        work: async (take) => {
          const requests = await take();
          stop.abort(new Error("enough"));
          const ended = new SandboxError("GIT_FAILED", "Cannot run git: the session has ended");
          return requests.map((each) => (each === "good" ? each : ended));
        },
      },
      stop.signal,
    );
    await expect(stopped).rejects.toThrow("enough");
    const answers = other.map(async (id) => await queue.answerTo(id));
    expect(await Promise.all(answers)).toEqual([{ value: "good" }, undefined]);
  });

  it("stops waiting with the signal's reason, and takes its request back", async () => {
    await using directory = await temporaryDirectory();
    const start = sharing(directory.path);
    const holder = start("first", 400);
    await holder.saw("working");
    const stop = new AbortController();
    const waiting = createSharedWork(directory.path).share(
      { key: "k", request: "second", work: (take) => take() },
      stop.signal,
    );
    await sleep(100);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(await holder.output()).toContain("answer done first");
    expect(await leftIn(directory.path)).toEqual([]);
  });
});
