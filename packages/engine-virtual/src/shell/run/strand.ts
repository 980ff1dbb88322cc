import { BrokenPipe, type Running, type Tick } from "../../commands/command.ts";
import { Unnested } from "./nested.ts";

const BROKEN_PIPE = 141;

/** One of several pieces of work that take turns. */
export class Strand {
  /** Once it has ended. */
  status: number | undefined;
  readonly #running: Unnested;
  readonly #woken: (() => void) | undefined;
  #promise: Promise<unknown> | undefined;

  /** `woken` is told when what it waited for is there. */
  constructor(running: Running<number>, woken?: () => void) {
    this.#running = new Unnested(running);
    this.#woken = woken;
  }

  isOver(): boolean {
    return this.status !== undefined;
  }

  /** What it waits for; a promise stands for itself until it has settled. */
  step(): Tick {
    if (this.#promise !== undefined) return this.#promise;
    try {
      const { done, value } = this.#running.next();
      if (done === true) this.status = value;
      else return value instanceof Promise ? this.#await(value) : value;
    } catch (error) {
      if (!(error instanceof BrokenPipe)) throw error;
      this.status = BROKEN_PIPE;
    }
    return undefined;
  }

  /** Ends it where it stands, so that its `finally` blocks run. */
  stop(): void {
    this.#running.return();
  }

  #await(promise: Promise<unknown>): Promise<unknown> {
    const settled = () => {
      this.#promise = undefined;
      this.#woken?.();
    };
    this.#promise = promise.then(settled, settled);
    return this.#promise;
  }
}
