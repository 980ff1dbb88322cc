import type { Input, Running } from "../../commands/command.ts";

/** Bytes that are still to come: nothing is asked for before somebody reads. */
export class StreamInput implements Input {
  readonly #source: AsyncIterable<Uint8Array>;
  #pieces: AsyncIterator<Uint8Array> | undefined;
  /** What was asked for and not waited for to its end. */
  #next: Promise<IteratorResult<Uint8Array>> | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  *read(): Running<Uint8Array | undefined> {
    this.#pieces ??= this.#source[Symbol.asyncIterator]();
    for (;;) {
      this.#next ??= this.#pieces.next();
      const piece = yield* settled(this.#next);
      this.#next = undefined;
      if (piece.done === true) return undefined;
      if (piece.value.length > 0) return piece.value;
    }
  }
}

function* settled<Value>(promise: Promise<Value>): Running<Value> {
  let outcome: { readonly value: Value } | { readonly error: unknown } | undefined;
  const waiting = promise.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  while (outcome === undefined) yield waiting;
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
