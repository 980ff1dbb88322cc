import { CurlFailure } from "./curl-failure.ts";

/** Ends a transfer whose time is up, or when the call ends. */
export class TimeLimits {
  readonly #controller = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #outer: AbortSignal;
  readonly #ended = (): void => this.#controller.abort(this.#outer.reason);

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    if (outer.aborted) this.#ended();
    outer.addEventListener("abort", this.#ended);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** After so many milliseconds it fails with 28, unless what this gives is called before. */
  limit(after: number | undefined, words: () => string): () => void {
    if (after === undefined) return () => undefined;
    const fail = (): void => this.#controller.abort(new CurlFailure(28, words()));
    const timer = setTimeout(fail, after);
    this.#timers.push(timer);
    return () => clearTimeout(timer);
  }

  /** What cannot be aborted is waited for no longer than that. */
  async within<Value>(work: Promise<Value>): Promise<Value> {
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(reasonOf(this.signal));
    this.signal.addEventListener("abort", abort);
    if (this.signal.aborted) abort();
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.signal.removeEventListener("abort", abort);
    }
  }

  /** Why it ended, where it was for the time; else what it ended with. */
  reasonFor(error: unknown): unknown {
    return this.signal.aborted ? reasonOf(this.signal) : error;
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#outer.removeEventListener("abort", this.#ended);
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error("aborted");
}
