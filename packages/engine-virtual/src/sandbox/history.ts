import type { ExecutionResult } from "./result.ts";

interface Bounds {
  readonly maxHistoryCount: number;
  readonly maxHistorySize: number;
}

/** The last results, as many as there is room for. */
export class History {
  readonly #bounds: Bounds;
  #results: ExecutionResult[] = [];
  #first = 0;
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  add(result: ExecutionResult): void {
    this.#results.push(result);
    this.#size += sizeOf(result);
    const { maxHistoryCount, maxHistorySize } = this.#bounds;
    while (this.#results.length - this.#first > maxHistoryCount || this.#size > maxHistorySize) {
      const oldest = this.#results[this.#first];
      if (oldest === undefined) break;
      this.#size -= sizeOf(oldest);
      this.#first += 1;
    }
    if (this.#first * 2 <= this.#results.length) return;
    this.#results = this.#results.slice(this.#first);
    this.#first = 0;
  }

  list(): readonly ExecutionResult[] {
    return this.#results.slice(this.#first);
  }
}

function sizeOf({ command, stderr, stdout }: ExecutionResult): number {
  return command.length + stderr.length + stdout.length;
}
