import { constants } from "node:os";

import type { ForwardedSignal, SignalSource } from "@agent-sandbox/core";

/** The same signals, and the last of them that came. */
export class HeardSignal implements SignalSource {
  readonly #source: SignalSource;
  #last: ForwardedSignal | undefined = undefined;

  constructor(source: SignalSource) {
    this.#source = source;
  }

  onSignal(listener: (signal: ForwardedSignal) => void): () => void {
    return this.#source.onSignal((signal) => {
      this.#last = signal;
      listener(signal);
    });
  }

  /** Claude Code ends with 0 when it is interrupted: whoever waits must not take that for done. */
  statusAfter(status: number): number {
    if (status !== 0 || this.#last === undefined) return status;
    return 128 + constants.signals[this.#last];
  }
}
