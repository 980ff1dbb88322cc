import type { SandboxError } from "./errors.ts";

/** What one process asks for, and how it would serve everybody who asks for the same. */
export interface SharedRequest<T, R> {
  /** Whose work it is, fit for a file name. Both types go through JSON: who changes one changes the key. */
  readonly key: string;
  readonly request: T;
  /**
   * Serves many requests at once: an answer or an error for each that it takes, in their order. It may
   * be called again for requests that an earlier call served, so doing them twice must be as good as
   * once. `signal` ends it: the caller's own, or the lock went to another process.
   */
  readonly work: SharedWorkFunction<T, R>;
}

/**
 * What to serve: the caller's own request first, then those of all who wait and that `isFit` is true
 * for. To be called once, as late as can be: more may have come.
 */
export type TakeRequests<T> = (isFit?: (request: T) => boolean) => Promise<readonly T[]>;

export type SharedWorkFunction<T, R> = (
  take: TakeRequests<T>,
  signal: AbortSignal,
) => Promise<readonly (R | SandboxError)[]>;

/** Work that waiting processes do for one another: one at a time for each key, for all who wait. */
export interface SharedWork {
  /**
   * Resolves with the answer to `request`, whichever process gave it, and rejects with its
   * SandboxError; `signal` ends the wait. No other process fails because this one stops or dies.
   */
  share<T, R>(shared: SharedRequest<T, R>, signal: AbortSignal): Promise<R>;
}
