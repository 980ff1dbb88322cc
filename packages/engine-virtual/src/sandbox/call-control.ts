import type { CallStreams } from "./call-streams.ts";
import type { Stop } from "./drive.ts";
import type { CallState } from "./extension.ts";

export interface ControlOptions {
  readonly isSync: boolean;
  readonly timeout: number;
  readonly maxPipeSize: number;
  readonly maxMemory: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
}

/** When a call has to stop, and what tells its extensions so. */
export class CallControl implements CallState, Stop {
  readonly isSync: boolean;
  readonly maxPipeSize: number;
  readonly maxMemory: number;
  readonly #given: AbortSignal | undefined;
  #own: AbortController | undefined;
  #at: number;
  #waitingSince: number | undefined;

  constructor({ isSync, maxMemory, maxPipeSize, signal, timeout }: ControlOptions) {
    this.isSync = isSync;
    this.maxMemory = maxMemory;
    this.maxPipeSize = maxPipeSize;
    this.#at = performance.now() + timeout;
    this.#given = signal;
  }

  /** By `performance.now()`; never, while somebody is waited for. */
  get at(): number {
    return this.#waitingSince === undefined ? this.#at : Infinity;
  }

  /** The streams of the call: the wait for what is typed is left out of its time. */
  timed(streams: CallStreams): CallStreams {
    const { stdin, isTyped } = streams;
    if (isTyped !== true || typeof stdin !== "object" || stdin instanceof Uint8Array)
      return streams;
    const untimed = {
      [Symbol.asyncIterator]: () => {
        const pieces = stdin[Symbol.asyncIterator]();
        return { next: async () => await this.#waited(pieces.next()) };
      },
    };
    return { ...streams, stdin: untimed };
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

  async #waited<Value>(piece: Promise<Value>): Promise<Value> {
    const since = performance.now();
    this.#waitingSince = since;
    try {
      return await piece;
    } finally {
      this.#at += performance.now() - since;
      this.#waitingSince = undefined;
    }
  }
}
