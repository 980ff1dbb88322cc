import { getHeapStatistics } from "node:v8";

import { LimitError } from "../files/errors.ts";

/** What the process holds: all of its sandboxes together, with what is not collected yet. */
function held(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * Ends the call that runs when the process has grown too much since it was first looked at, after the call's first
 * slice. Memory is everybody's: who
 * is ended may have taken less than others that run at the same time, and the process lives.
 */
export class MemoryWatch {
  readonly #most: number;
  #before: number | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  check(): void {
    const now = held();
    this.#before ??= now;
    if (now - this.#before > this.#most) throw new LimitError("maxMemory", this.#most);
  }
}
