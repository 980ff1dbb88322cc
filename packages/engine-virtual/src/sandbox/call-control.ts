import type { Stop } from "./drive.ts";
import type { CallState } from "./extension.ts";

export interface ControlOptions {
  readonly isSync: boolean;
  readonly timeout: number;
  readonly maxPipeSize: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
}

/** When a call has to stop, and what tells its extensions so. */
export class CallControl implements CallState, Stop {
  readonly isSync: boolean;
  readonly maxPipeSize: number;
  readonly at: number;
  readonly #given: AbortSignal | undefined;
  #own: AbortController | undefined;

  constructor({ isSync, maxPipeSize, signal, timeout }: ControlOptions) {
    this.isSync = isSync;
    this.maxPipeSize = maxPipeSize;
    this.at = performance.now() + timeout;
    this.#given = signal;
  }

  /** Aborted when the call ends, or by the caller. */
  get signal(): AbortSignal {
    this.#own ??= new AbortController();
    return this.#given === undefined
      ? this.#own.signal
      : AbortSignal.any([this.#given, this.#own.signal]);
  }

  get isAborted(): boolean {
    return this.#given?.aborted === true || this.#own?.signal.aborted === true;
  }

  abort(): void {
    this.#own ??= new AbortController();
    this.#own.abort();
  }

  /** The call is over: whoever still waits for something need not. */
  end(): void {
    this.#own?.abort();
  }
}
