import { getHeapStatistics } from "node:v8";

import { LimitError } from "../files/errors.ts";

/** What the process holds: all of its sandboxes together, with what is not collected yet. */
function held(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Milliseconds for which what was seen is good enough to begin with: looking takes as long as a short call. */
const FRESH = 100;

let seen = 0;
let seenAt = -Infinity;

function look(now: number): number {
  seen = held();
  seenAt = now;
  return seen;
}

/**
 * Ends the call that runs when the process has grown too much since the call began. Memory is everybody's: who
 * is ended may have taken less than others that run at the same time, and the process lives.
 */
export class MemoryWatch {
  readonly #most: number;
  readonly #before: number;

  /** Times are those of `performance.now()`. */
  constructor(most: number, now: number) {
    this.#most = most;
    this.#before = now - seenAt > FRESH ? look(now) : seen;
  }

  check(now: number): void {
    if (look(now) - this.#before > this.#most) throw new LimitError("maxMemory", this.#most);
  }
}
