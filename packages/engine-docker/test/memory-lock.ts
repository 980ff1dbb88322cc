import { randomUUID } from "node:crypto";

import type { WorkspaceLock } from "@agent-sandbox/core";

/** Locks of one process: who comes second waits. */
export class MemoryLock implements WorkspaceLock {
  readonly scope = randomUUID();
  readonly taken: string[] = [];
  readonly #tails = new Map<string, Promise<unknown>>();

  async hold<T>(key: string, _: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(async () => {
      this.taken.push(key);
      return await work();
    });
    this.#tails.set(
      key,
      mine.catch(() => undefined),
    );
    return await mine;
  }
}
